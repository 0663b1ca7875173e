package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.capture.DataException;
import dev.loomweight.own.OtherUser;
import java.io.IOException;
import java.nio.file.Path;
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

    /** Its JVM would answer nothing, and print its threads. */
    @Test
    void aProcessOfAnotherGroupIsRefusedBeforeItGetsASignal() throws Exception {
        Path java = Jdks.home("loomweight.jdk.newest").resolve("bin/java");
        OtherUser.assumePossible();
        assumeTrue(
                OtherUser.run("test", "-r", "target/test-classes/dev/loomweight/launch/ProcessOwnerTest.class") == 0,
                "another user cannot read this checkout");
        Process waiting = new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65533",
                        "--clear-groups",
                        "sh",
                        "-c",
                        "echo ready; exec cat")
                .start();
        try {
            assertThat(waiting.inputReader().readLine()).isEqualTo("ready");
            Process asking = new ProcessBuilder(
                            "setpriv",
                            "--reuid=65534",
                            "--regid=65534",
                            "--clear-groups",
                            java.toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ProcessOwnerTest.class.getName(),
                            Long.toString(waiting.pid()))
                    .redirectErrorStream(true)
                    .start();
            assertThat(asking.inputReader().lines())
                    .containsExactly("process " + waiting.pid() + " runs in the group 65533 and loomweight in the group"
                            + " 65534, and a JVM answers only root and its own user in its own group; run loomweight in"
                            + " that group (in Kubernetes runAsGroup)");
        } finally {
            waiting.destroyForcibly().waitFor();
        }
    }

    /** The one that asks in the test above. */
    public static void main(String[] args) {
        try {
            ProcessOwner.requireOwn(Long.parseLong(args[0]));
            System.out.println("not refused");
        } catch (DataException e) {
            System.out.println(e.getMessage());
        }
    }

    @Test
    void containersDifferByTheirControlGroups() {
        String ours = "0::/";
        assertThat(ProcessOwner.areOfDifferentContainers("0::/", ours)).isFalse();
        assertThat(ProcessOwner.areOfDifferentContainers("0::/system.slice/app.service", ours))
                .isFalse();
        assertThat(ProcessOwner.areOfDifferentContainers("0::/../cri-containerd-1a.scope", ours))
                .isTrue();
        assertThat(ProcessOwner.areOfDifferentContainers("4:memory:/kubepods/pod1/2b", "4:memory:/kubepods/pod1/1a"))
                .isTrue();
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
