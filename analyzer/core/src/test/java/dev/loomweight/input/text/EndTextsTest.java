package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.State;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.EndTexts.KernelKills.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people paste of a process that ended, complete and in pieces. */
class EndTextsTest {

    private static final long MB = 1 << 20;

    /** What the kernel killed is in the names of the files, and what it counted in their lines. */
    @ParameterizedTest
    @CsvSource({
        "direct, java, 28086, 124542976, 0",
        "shm, java, 29220, 73834496, 50806784",
        "child, python3, 30119, 125304832, 0",
    })
    void reportOfARealKernel(String name, String victim, long pid, long anonymous, long shared) {
        Kill kill = kills(resource("linux-6.18-" + name + ".log")).getFirst();

        assertThat(kill.victim().name()).isEqualTo(victim);
        assertThat(kill.victim().pid()).isEqualTo(pid);
        assertThat(kill.victim().resident()).containsEntry("anon", anonymous);
        assertThat(kill.scope()).isEqualTo(Scope.GROUP);
        assertThat(kill.group().limited()).isEqualTo("/lwk");
        assertThat(kill.group().limitBytes()).isEqualTo(120 * MB);
        assertThat(kill.group().content()).containsEntry("shmem", shared);
        assertThat(kill.tasks()).extracting(task -> task.pid()).contains(pid);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    Out of memory: Kill process 9281 (java) score 75 or sacrifice child        | 9281 java MACHINE chosen
                    Memory cgroup out of memory: Killed process (python3) total-vm:22GB         | -1 python3 GROUP
                    Killed process 215701, UID 679, (java) total-vm:11kB, anon-rss:7kB          | 215701 java UNKNOWN
                    kernel: oom-kill:constraint=CONSTRAINT_CPUSET,task=java,pid=5678,uid=0      | 5678 java NODES
                    System OOM encountered, victim process: java, pid: 24242                    | 24242 java MACHINE
                    x oom_reaper: reaped process 7 (VM Thread), now anon-rss:0kB                | 7 VM Thread UNKNOWN
                    Task in /docker/9a3b killed as a result of limit of /docker/9a3b            | -1  GROUP
                    java invoked oom-killer: gfp_mask=0xd0, order=0                             | -1  UNKNOWN
                    x systemd[1]: shop.service: A process of this unit has been killed by the OOM killer. | -1  UNKNOWN
                    systemd[1]: shop@2.service: Failed with result 'oom-kill'.                  | -1  UNKNOWN
                    Memory cgroup stats for /a: cache:0KB rss:1KB                               | -1  GROUP
                    """)
    void oneLineIsEnough(String line, String expected) {
        Kill kill = kills(line).getFirst();

        assertThat(kill.victim().pid() + " " + kill.victim().name() + " " + kill.scope()
                        + (kill.chosen() ? " chosen" : ""))
                .isEqualTo(expected);
    }

    @Test
    void whoIsKilledIsNotAlwaysWhoIsChosenAndEachReportHasItsOwnGroup() {
        List<Kill> kills = kills("""
                memory: usage 512kB, limit 512kB, failcnt 1
                Memory cgroup out of memory: Kill process 1 (java) score 9 or sacrifice child
                Killed process 2 (sh) total-vm:9kB, anon-rss:5kB, file-rss:0kB
                Out of memory: Kill process 3 (java) score 9
                Out of memory: Kill process 4 (java) score 9
                """);

        assertThat(kills).extracting(kill -> kill.victim().pid()).containsExactly(2L, 3L, 4L);
        assertThat(kills).extracting(kill -> kill.group().limitBytes()).containsExactly(512L << 10, -1L, -1L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    Last State:     Terminated;      Reason:       OOMKilled;      Exit Code:    137   | OOMKilled 137 true
                    # Last State:  Terminated;#   Reason:   OOMKilled   # or Error;# Exit Code: 137 # x | OOMKilled 137 true
                    Last Termination State: Terminated; Exit Code: 1                                    | 1
                    Last State: Terminated, Reason: Error, Exit Code: 143                               | Error 143
                    backend-xxx   0/1     OOMKilled   4 (57s ago)   2m40s                               | OOMKilled true
                    "OOMKilled": true,                                                                  | true
                    State:{;Dead:false,;ExitCode:137,;OOMKilled:false,;Status:"exited";}                | 137 false
                    {"state":{"terminated":{"exitCode":137,"reason":"OOMKilled"}}}                      | OOMKilled 137 true
                    terminated:;  exitCode: 3;  reason: Error                                           | Error 3
                    """)
    void aPieceIsEnough(String text, String expected) {
        State ended = Objects.requireNonNull(
                containers(text.replace(';', '\n')).getFirst().ended());

        assertThat(words(ended.reason(), ended.exitStatus(), ended.outOfMemory()))
                .isEqualTo(expected);
    }

    @Test
    void ofCommandsAndEnvironmentsNothingIsKeptButTheSizeOfTheHeap() {
        List<Container> pod = containers("""
                Containers:
                  app:
                    Args:
                      -Xmx64m
                      --password=hunter2
                    State:          Running
                    Environment:
                      TOKEN:      hunter2
                      JAVA_OPTS:  -Xms1m -Xmx96m -Dkey=hunter2
                    Mounts:       <none>
                """);
        List<Container> docker = containers("""
                [{"State": {"Status": "running", "OOMKilled": false}, "Args": ["-Xmx64m", "hunter2"],
                "Config": {"Env": ["TOKEN=hunter2", "JAVA_OPTS=-Xmx96m -Dx=hunter2"]}, "HostConfig": {"Memory": 134217728}}]
                """);

        for (List<Container> one : List.of(pod, docker)) {
            assertThat(one.toString()).doesNotContain("hunter2");
            assertThat(one.getFirst().bounds().heapBytes()).isEqualTo(96 * MB);
        }
        assertThat(docker.getFirst().bounds().limitBytes()).isEqualTo(128 * MB);
    }

    private static String words(@Nullable Object... parts) {
        StringBuilder words = new StringBuilder();
        for (Object part : parts) {
            words.append(part == null || part.equals("") ? "" : " " + part);
        }
        return words.toString().strip();
    }

    private static List<Kill> kills(String text) {
        return read(text, TextFormat.OOM_KILL).stream()
                .flatMap(sample -> ((KernelKills) sample).kills().stream())
                .toList();
    }

    private static List<Container> containers(String text) {
        TextFormat format = text.lines().map(String::strip).anyMatch(TextFormat.POD::isSign)
                ? TextFormat.POD
                : TextFormat.CONTAINER;
        return read(text, format).stream()
                .flatMap(sample -> ((Containers) sample).containers().stream())
                .toList();
    }

    private static List<?> read(String text, TextFormat format) {
        assertThat(text.lines().map(String::strip)).anyMatch(format::isSign);
        return format.read(new LineCursor(new StringReader(text), "end.txt")).samples();
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(EndTextsTest.class.getResourceAsStream("/ended/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
