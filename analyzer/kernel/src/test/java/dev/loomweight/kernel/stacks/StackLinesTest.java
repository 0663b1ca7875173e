package dev.loomweight.kernel.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackLinesTest {

    private static final Frame FRAME = new Frame("a.B$$Lambda+0x00a1", "c", "()V", 7, 12, 0, "Interpreted");

    @Test
    void aCutStackSaysSo() {
        Frame noLine = new Frame("a.B", "d", "()V", -1, 3, 0, "Inlined");

        assertThat(lines(true, FRAME, noLine).labels())
                .containsExactly("a.B$$Lambda.c:7", "a.B.d", "(truncated at 2 frames)");
    }

    @ParameterizedTest
    @CsvSource({
        "a.B$$Lambda+0x00a1, c,  7,  12, true",
        "a.B$$Lambda+0x00ff, c,  7,  12, true",
        "a.B$$Lambda+0x00a1, c,  7,  13, true",
        "a.B$$Lambda+0x00a1, d,  7,  12, false",
        "a.B$$Lambda+0x00a1, c,  8,  12, false",
        "a.C$$Lambda+0x00a1, c,  7,  12, false"
    })
    void equalsWhatPeopleCannotTellApart(String className, String method, int line, int index, boolean equal) {
        Frame other = new Frame(className, method, "()V", line, index, 0, "JIT compiled");
        StackLines one = lines(false, FRAME);
        StackLines two = lines(false, other);

        assertThat(one.equals(two)).isEqualTo(equal);
        assertThat(one.labels().equals(two.labels())).isEqualTo(equal);
        assertThat(one.hashCode() == two.hashCode()).isEqualTo(equal || !className.startsWith("a.B"));
    }

    @Test
    void aCutStackAndALongerOneAreOthers() {
        assertThat(lines(false, FRAME)).isNotEqualTo(lines(true, FRAME)).isNotEqualTo(lines(false, FRAME, FRAME));
    }

    private static StackLines lines(boolean truncated, Frame... frames) {
        return new StackLines(new StackTrace(List.of(frames), truncated));
    }
}
