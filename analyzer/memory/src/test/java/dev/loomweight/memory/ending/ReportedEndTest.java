package dev.loomweight.memory.ending;

import static dev.loomweight.memory.ending.EndedProcess.end;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Finding;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.Containers.Bounds;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Pod;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import dev.loomweight.sample.EndTexts.Containers.State;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.EndTexts.KernelKills.Group;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.EndTexts.KernelKills.Scope;
import dev.loomweight.sample.EndTexts.KernelKills.Task;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.Sample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel and the runtimes of containers report, next to a capture of process 7. */
class ReportedEndTest {

    private static final long MB = 1 << 20;

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    # of the capture: status | reported               | what is said
                    -                        | -                      | killed
                    137                      | -                      | killed
                    137                      | kernel 7 java /app     | killedForMemory
                    137                      | kernel 7 other /app    | killedForMemory
                    137                      | kernel 900 java /app   | killed killedForMemory
                    137                      | kernel 900 java docker | killedForMemory
                    137                      | kernel 900 sh docker   | killed otherKilledForMemory
                    1                        | kernel 7 java /app     | exitStatus killedForMemory
                    -                        | kernel 7 java /app     | killedForMemory
                    -                        | OOMKilled 137          | killedForMemory
                    -                        | Error 137              | killed
                    -                        | Error 1                | exitStatus
                    -                        | OOMKilled 1            | exitStatus killedInGroup
                    1                        | Error 1                | exitStatus
                    137                      | Probe 137              | killedByProbe
                    -                        | Probe 137              | killedByProbe
                    """, delimiter = '|')
    void decides(@Nullable Integer status, @Nullable String reported, String said) {
        EndedProcess process = new EndedProcess(captured(status));
        if (reported != null) {
            process.after(sample(reported.split(" ")));
        }

        assertThat(process.findings()).extracting(Finding::id).containsExactlyInAnyOrder(said.split(" "));
    }

    @Test
    void captureHasWhatTheKernelReports() {
        assertThat(new EndedProcess(captured(137))
                        .after(sample("kernel", "7", "java", "docker"))
                        .said())
                .isEqualTo("""
                PROBLEM killedForMemory
                  The kernel killed app for lack of memory.
                  The log of the kernel has it: The kernel killed java (process 7) for lack of memory: its control group reached
                  the limit of 512 MB. Most of it was anonymous memory of java: 500 MB. It had 500 MB resident: 500 MB
                  anonymous. There is no snapshot of it.
                  Raise the limit, or lower the part that is largest. -Xmx and -XX:MaxRAMPercentage bound only the heap;
                  everything else needs room in addition.
                """);
    }

    @Test
    void killsInContainersThatAreStartedAgainAreOne() {
        Kill first = kill(700, "java", "/docker/" + "a".repeat(64));
        Kill last = kill(800, "java", "/docker/" + "b".repeat(64));

        assertThat(new EndedProcess()
                        .after(new KernelKills(List.of(first, last)))
                        .findings())
                .extracting(Finding::summary)
                .singleElement()
                .asString()
                .startsWith("The kernel killed java (process 800), and 1 of that name before, for lack of memory");
    }

    @Test
    void limitThatItWasKilledAtIsTheLeastForProposals() {
        EndedProcess killed =
                new EndedProcess().after(EndedProcess.mapping(100 * MB), sample("kernel", "7", "java", "a"));
        EndedProcess other = new EndedProcess().after(EndedProcess.mapping(100 * MB), sample("kernel", "7", "sh", "a"));

        assertThat(Ending.killedAtBytes(killed.observed())).isEqualTo(512 * MB);
        assertThat(Ending.killedAtBytes(other.observed())).isZero();
    }

    private static End captured(@Nullable Integer status) {
        return end(status, status == null, KillCount.NONE);
    }

    private static Sample sample(String... words) {
        return words[0].equals("kernel")
                ? new KernelKills(List.of(kill(Long.parseLong(words[1]), words[2], "/" + words[3])))
                : new Containers(List.of(new Container(
                        Reporter.KUBERNETES,
                        "app",
                        new Pod("", "", "", words[0].equals("Probe") ? List.of("app") : List.of()),
                        List.of(),
                        Bounds.UNKNOWN,
                        0,
                        new State(
                                "Terminated",
                                words[0],
                                "",
                                Integer.valueOf(words[1]),
                                words[0].equals("OOMKilled") ? true : null,
                                null,
                                null),
                        null)));
    }

    private static Kill kill(long pid, String name, String group) {
        return new Kill(
                new Task(pid, name, Map.of("anon", 500 * MB)),
                false,
                Scope.GROUP,
                new Group(group, group, 512 * MB, 512 * MB, Map.of()),
                List.of(),
                -1,
                "");
    }
}
