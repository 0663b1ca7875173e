package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuspectsTest {

    @TempDir
    private Path temporary;

    private WorkingFolder folder;

    @BeforeEach
    void make() throws Exception {
        folder = WorkingFolder.of(temporary.toUri().toString(), new Configuration());
    }

    private static Recording recording(String name) {
        return new Recording(name, "file:/" + name, new ArrayList<>(), new TreeMap<>());
    }

    @Test
    void whatAnAttemptWasReadingWhenItsExecutorEndedIsLeftByTheNext() throws Exception {
        Recording good = recording("good.jfr");
        Recording bad = recording("bad.jfr");
        Recording worse = recording("worse.jfr");
        // The first takes no notes, and the executor ends.
        new Suspects(folder, "slice-3", 0, false).begin(bad);
        Suspects second = new Suspects(folder, "slice-3", 1, false);
        assertThat(second.contains(bad)).isFalse();
        second.begin(good);
        second.begin(bad);
        Suspects third = new Suspects(folder, "slice-3", 2, false);
        assertThat(third.contains(bad)).isTrue();
        assertThat(third.contains(good)).isFalse();
        third.begin(worse);
        Suspects fourth = new Suspects(folder, "slice-3", 3, false);
        assertThat(fourth.contains(bad)).isTrue();
        assertThat(fourth.contains(worse)).isTrue();
        assertThat(new Suspects(folder, "slice-4", 3, false).contains(bad)).isFalse();
    }

    @Test
    void whatFailsForAnotherReasonIsNotSuspected() throws Exception {
        Recording any = recording("any.jfr");
        Suspects second = new Suspects(folder, "slice-0", 1, false);
        second.begin(any);
        second.end();
        assertThat(new Suspects(folder, "slice-0", 2, false).contains(any)).isFalse();
    }

    @Test
    void aRecordingThatIsAloneIsNotedByTheFirstAttempt() throws Exception {
        Recording bad = recording("bad.jfr");
        new Suspects(folder, "alone-0", 0, true).begin(bad);
        assertThat(new Suspects(folder, "alone-0", 1, true).contains(bad)).isTrue();
    }
}
