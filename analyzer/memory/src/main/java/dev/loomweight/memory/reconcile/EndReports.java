package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.EndTexts;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.State;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel and the runtimes of containers report of the end of a process, or of several: an accumulator, filled and
 * merged in any order.
 */
public final class EndReports {

    /** Groups of containers, in which processes have other numbers than on the machine. */
    private static final Pattern OF_CONTAINER = Pattern.compile(
            "kubepods|docker|containerd|crio|libpod|/lxc|/ecs/|machine\\.slice|nomad|garden|\\p{XDigit}{64}");

    // By their own text, so that the order does not depend on that of the files.
    private final TreeMap<String, KernelKills> kernel = new TreeMap<>();
    private final TreeMap<String, Containers> containers = new TreeMap<>();

    /** None yet. */
    public EndReports() {}

    void add(EndTexts text) {
        switch (text) {
            case KernelKills kills -> kernel.put(kills.toString(), kills);
            case Containers status -> containers.put(status.toString(), status);
        }
    }

    void merge(EndReports other) {
        kernel.putAll(other.kernel);
        containers.putAll(other.containers);
    }

    /** Whether nothing is reported. */
    public boolean isEmpty() {
        return kernel.isEmpty() && containers.isEmpty();
    }

    /** The kills for lack of memory, each once. */
    public List<Kill> kills() {
        return kernel.values().stream()
                .flatMap(log -> log.kills().stream())
                .distinct()
                .toList();
    }

    /** The containers. */
    public List<Container> containers() {
        return containers.values().stream()
                .flatMap(status -> status.containers().stream())
                .distinct()
                .toList();
    }

    /**
     * Whether a kill can be that of a process.
     *
     * @param pid the number of the process as it sees itself, or -1 where it is not known
     * @param end how it ended, as far as its capture has it
     */
    public static boolean isOf(Kill kill, long pid, CaptureInfo.End end) {
        boolean otherEnd = end.exitStatus() != null && end.exitStatus() != CaptureInfo.End.STATUS_OF_KILL;
        if (otherEnd || kill.chosen()) {
            return false;
        }
        long victim = kill.victim().pid();
        return (pid > 0 && victim == pid) || (kill.victim().isJvm() && (pid < 0 || victim < 0 || isOfContainer(kill)));
    }

    private static boolean isOfContainer(Kill kill) {
        return OF_CONTAINER
                .matcher(kill.group().own() + " " + kill.group().limited())
                .find();
    }

    /** The end of a process with what is reported of it; the same where nothing, or more than one end, is. */
    CaptureInfo.End complete(CaptureInfo.End end, long pid) {
        if (isEmpty()) {
            return end;
        }
        boolean killed = kills().stream().anyMatch(kill -> isOf(kill, pid, end));
        Integer status = end.exitStatus() == null ? exitStatus() : end.exitStatus();
        return new CaptureInfo.End(
                end.time(),
                end.exited(),
                status,
                end.killed() || killed,
                end.count(),
                end.threads(),
                end.log(),
                end.printed());
    }

    private @Nullable Integer exitStatus() {
        List<Container> ended =
                containers().stream().filter(one -> one.ended() != null).toList();
        State only = ended.size() == 1 ? ended.getFirst().ended() : null;
        return only == null ? null : only.exitStatus();
    }

    /**
     * Whether they show that a process was killed for lack of memory.
     *
     * @param pid its number as it sees itself, or -1
     * @param end how it ended, these reports included
     */
    public boolean showKillForMemory(long pid, CaptureInfo.End end) {
        List<Container> all = containers();
        State only = all.size() == 1 ? all.getFirst().ended() : null;
        return kills().stream().anyMatch(kill -> isOf(kill, pid, end))
                || (only != null
                        && (end.exitStatus() == null || end.wasKilled())
                        && Boolean.TRUE.equals(only.outOfMemory())
                        && only.exitStatus() != null
                        && only.exitStatus() == CaptureInfo.End.STATUS_OF_KILL);
    }

    /** The limit, where they have one and the same; else null. */
    @Nullable
    ContainerLimit limit() {
        long[] limits = LongStream.concat(
                        containers().stream().mapToLong(one -> one.bounds().limitBytes()),
                        kills().stream().mapToLong(kill -> kill.group().limitBytes()))
                .filter(bytes -> bytes > 0)
                .distinct()
                .toArray();
        return limits.length == 1 ? new ContainerLimit(limits[0], "the report of its end") : null;
    }
}
