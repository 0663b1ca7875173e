package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By texts as the kernel writes them, with control groups of version 2. */
class KilledProcessTest {

    private static final String EVENTS = "/sys/fs/cgroup/app/memory.events";

    @TempDir
    private Path folder;

    @Test
    void aCountThatRoseAndAStatusOfKillAreAKillForMemory() throws Exception {
        capture("\"exitStatus\": 137, \"oomKills\": {\"file\": \"" + EVENTS + "\", \"before\": 2, \"after\": 3},"
                + " \"ended\": \"2026-11-22T10:00:12Z\",");

        assertThat(report("report"))
                .contains("The kernel killed app.jar for lack of memory: the limit of its container is 256 MB.")
                .contains(EVENTS + " counts 3 kills, and counted 2 when the capture began.")
                .contains("At the last snapshot, 7 s before the end of the capture, it had 220 MB resident, and its"
                        + " container was charged for 240 MB.")
                .contains("It had grown by 120 MB since the first snapshot")
                .doesNotContain("headroom before the OOM kill", "nearLimit");
        assertThat(report("memory")).contains("The kernel killed app.jar for lack of memory");
    }

    @Test
    void aStatusOfKillAloneIsNone() throws Exception {
        capture("\"exitStatus\": 137, \"oomKills\": {\"file\": \"" + EVENTS
                + "\", \"before\": 2, \"after\": 2, \"group\": \"same\"},");

        assertThat(report("report"))
                .contains(
                        "app.jar was killed (status 137, as after SIGKILL), but not by the kernel for lack of memory.")
                .contains(EVENTS + " counts 2 kills, as when the capture began.")
                .contains("headroom before the OOM kill")
                .doesNotContain("The kernel killed");
    }

    @Test
    void whereNothingCountsItIsNotKnown() throws Exception {
        capture("\"exitStatus\": 137,");
        Files.delete(folder.resolve("app.lw/000-0s-start/cgroup.txt"));
        Files.delete(folder.resolve("app.lw/001-5s-periodic/cgroup.txt"));

        assertThat(report("report"))
                .contains(
                        "app.jar was killed (status 137, as after SIGKILL), and it is not known whether for lack of memory.");
    }

    @Test
    void anotherProcessOfTheGroupIsNotThisOne() throws Exception {
        capture("\"exitStatus\": 0, \"oomKills\": {\"file\": \"" + EVENTS + "\", \"before\": 0, \"after\": 2},");

        assertThat(report("report"))
                .contains("The kernel killed 2 processes of the control group of app.jar for lack of memory during the"
                        + " capture.")
                .contains("It was another process: this one ended with status 0.")
                .contains("headroom before the OOM kill");
    }

    @Test
    void snapshotsTellOfOthersAndTheNextStartOfTheEnd() throws Exception {
        capture("");
        cgroup("001-5s-periodic/cgroup.txt", 1);
        assertThat(report("report")).contains("The kernel killed a process of the control group of app.jar");

        cgroup("001-5s-periodic/cgroup.txt", 0);
        assertThat(report("report")).doesNotContain("killed a process", "was killed");

        cgroup("cgroup-after.txt", 1);
        assertThat(report("report")).contains("The kernel killed app.jar for lack of memory");
    }

    /** As older versions wrote it: the group may have gone with the process, and a count that did not rise with it. */
    @Test
    void aCountOfAGroupThatMayHaveGoneAcquitsNobody() throws Exception {
        String counts =
                "\"exitStatus\": 137, \"oomKills\": {\"file\": \"" + EVENTS + "\", \"before\": 2, \"after\": 2%s},";
        capture(counts.formatted(""));
        assertThat(report("report"))
                .contains(
                        "app.jar was killed (status 137, as after SIGKILL), probably by the kernel for lack of memory:"
                                + " 93.8 % of the limit of 256 MB was charged at the last snapshot, page cache aside.")
                .contains("whether the control group is still the one of this process was not captured")
                .doesNotContain("not by the kernel");

        capture(counts.formatted(", \"group\": \"removed\""));
        assertThat(report("report"))
                .contains("probably by the kernel")
                .contains("The control group was removed with the process")
                .doesNotContain("not by the kernel");
    }

    @Test
    void theCountOfAGroupThatWasMadeAnewSaysNothing() throws Exception {
        // By the number of its folder.
        capture("");
        group("001-5s-periodic/cgroup.txt", 4711, 52_000, 0);
        group("cgroup-after.txt", 4712, 60_000, 0);
        assertThat(report("report"))
                .contains(
                        "app.jar was killed or halted, probably by the kernel for lack of memory: 93.8 % of the limit")
                .contains("The control group is another one since, as after the restart of a container")
                .doesNotContain("not by the kernel", "counts 0 kills");
        // Kills in the new group were of other processes.
        group("cgroup-after.txt", 4712, 60_000, 3);
        assertThat(report("report"))
                .contains("probably by the kernel")
                .doesNotContain("The kernel killed", "not by the kernel");
        // The same number again, as file systems may give it, but the group's faults fell.
        group("cgroup-after.txt", 4711, 9_000, 0);
        assertThat(report("report")).contains("The control group is another one since");
        // A snapshot of an older version, whose counts show it.
        group("001-5s-periodic/cgroup.txt", 0, 52_000, 0);
        assertThat(report("report")).contains("The control group is another one since");
        // And one whose counts do not.
        group("cgroup-after.txt", 0, 60_000, 0);
        assertThat(report("report"))
                .contains("probably by the kernel", "is still the one of this process was not captured")
                .doesNotContain("not by the kernel");
        // Another path, as Kubernetes gives each container.
        Files.writeString(
                folder.resolve("app.lw/cgroup-after.txt"),
                Files.readString(folder.resolve("app.lw/cgroup-after.txt")).replace("/app/", "/next/"));
        assertThat(report("report")).contains("The control group is another one since");
    }

    @Test
    void theCountOfTheSameGroupStillAcquits() throws Exception {
        capture("");
        group("001-5s-periodic/cgroup.txt", 4711, 52_000, 1);
        group("cgroup-after.txt", 4711, 60_000, 1);
        assertThat(report("report"))
                .contains("app.jar was killed or halted, but not by the kernel for lack of memory.")
                .contains(EVENTS + " counts 1 kill, as at the last snapshot.");

        group("cgroup-after.txt", 4711, 60_000, 2);
        assertThat(report("report"))
                .contains("The kernel killed app.jar for lack of memory")
                .contains(EVENTS + " counts 2 kills, and counted 1 at the last snapshot.");
    }

    /** The kernel drops page cache before it kills. */
    @Test
    void aGroupFullOfPageCacheIsNotNearItsLimit() throws Exception {
        capture("");
        group("001-5s-periodic/cgroup.txt", 4711, 52_000, 0);
        Path last = folder.resolve("app.lw/001-5s-periodic/cgroup.txt");
        Files.writeString(last, Files.readString(last) + "/sys/fs/cgroup/app/memory.stat inactive_file 134217728\n");
        group("cgroup-after.txt", 4712, 9_000, 0);

        assertThat(report("report"))
                .contains("app.jar was killed or halted, and it is not known whether for lack of memory: 43.8 % of the"
                        + " limit of 256 MB was charged at the last snapshot, page cache aside.")
                .doesNotContain("probably", "not by the kernel");
    }

    private void capture(String keys) throws IOException {
        Files.createDirectories(folder.resolve("app.lw/000-0s-start"));
        Files.createDirectories(folder.resolve("app.lw/001-5s-periodic"));
        Files.writeString(folder.resolve("app.lw/capture.json"), """
                {"schemaVersion": 1, "target": "app.jar", "jdk": "21", "pid": 7, "started": "2026-11-22T10:00:00Z",
                 "status": "complete", %s
                 "snapshots": [
                   {"index": 0, "name": "start", "time": "2026-11-22T10:00:00Z", "folder": "000-0s-start"},
                   {"index": 1, "name": "periodic", "time": "2026-11-22T10:00:05Z", "folder": "001-5s-periodic"}]}
                """.formatted(keys));
        status("000-0s-start/status", 100);
        status("001-5s-periodic/status", 220);
        cgroup("000-0s-start/cgroup.txt", 0);
        cgroup("001-5s-periodic/cgroup.txt", 0);
    }

    private void status(String name, int megabytes) throws IOException {
        Files.writeString(
                folder.resolve("app.lw").resolve(name),
                "Name:\tjava\nPid:\t7\nVmHWM:\t" + megabytes * 1024 + " kB\nVmRSS:\t" + megabytes * 1024
                        + " kB\nThreads:\t20\n");
    }

    private void cgroup(String name, int kills) throws IOException {
        Files.writeString(folder.resolve("app.lw").resolve(name), """
                /sys/fs/cgroup/app/memory.max 268435456
                /sys/fs/cgroup/app/memory.current 251658240
                /sys/fs/cgroup/app/memory.stat anon 230686720
                /sys/fs/cgroup/app/memory.events low 0
                /sys/fs/cgroup/app/memory.events high 0
                /sys/fs/cgroup/app/memory.events max 1203
                /sys/fs/cgroup/app/memory.events oom 1
                /sys/fs/cgroup/app/memory.events oom_kill %d
                /sys/fs/cgroup/app/memory.events oom_group_kill 0
                """.formatted(kills));
    }

    /** Figures with the identity of the group, or without if its number is 0. */
    private void group(String name, int inode, int faults, int kills) throws IOException {
        cgroup(name, kills);
        Path file = folder.resolve("app.lw").resolve(name);
        Files.writeString(
                file,
                Files.readString(file) + "/sys/fs/cgroup/app/memory.stat pgfault " + faults + "\n"
                        + (inode == 0 ? "" : "/sys/fs/cgroup/app inode " + inode + " boot 3f2a\n"));
    }

    /** Without the breaks of lines. */
    private String report(String question) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, question, folder.resolve("app.lw").toString()))
                .as("%s%s", out, err)
                .isZero();
        return out.toString().replaceAll("\\s+", " ");
    }
}
