package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.PinOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectsTest {

    @Test
    void foldFilesHoldTheStateOfAllThatHaveOne() {
        List<Subject<?, ?>> all = Subjects.of(PinOptions.NONE);

        assertThat(Subjects.stored(PinOptions.NONE)).allMatch(subject -> subject.stored() != null);
        assertThat(all).filteredOn(subject -> subject.stored() != null).hasSameSizeAs(Subjects.stored(PinOptions.NONE));
    }
}
