package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessOwnerTest {

    @Test
    void oneOwnProcessIsFine() {
        ProcessOwner.requireOwn(ProcessHandle.current().pid());
        assertThat(ProcessOwner.refusal(1, "ann", "ann")).isNull();
        assertThat(ProcessOwner.refusal(1, null, "ann")).isNull();
        assertThat(ProcessOwner.refusal(1, "ann", "root")).isNull();
    }

    @Test
    void anotherUsersProcessIsRefusedByName() {
        assertThat(ProcessOwner.refusal(42, "ann", "bob"))
                .isEqualTo("process 42 belongs to the user ann, and only that user and root can attach to it;"
                        + " run loomweight as ann");
    }

    @Test
    void aProcessThatHasEndedIsSaidToBeGone() throws IOException, InterruptedException {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();

        assertThatThrownBy(() -> ProcessOwner.requireOwn(ended.pid()))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("there is no process " + ended.pid());
    }
}
