package dev.loomweight.memory.ending;

import dev.loomweight.memory.ending.ReportedEnd.Content;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.EndTexts.KernelKills.Group;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.EndTexts.KernelKills.Scope;
import dev.loomweight.sample.EndTexts.KernelKills.Task;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A kill for lack of memory, as the kernel reports it, in words. */
final class KernelKillFinding {

    private static final int NAMED = 3;

    private static final String BOUNDS =
            " -Xmx and -XX:MaxRAMPercentage bound only the heap; everything else needs room in addition.";

    private final ReportedEnd end;
    private final Kill kill;
    private final Group group;
    private final Task victim;

    KernelKillFinding(ReportedEnd end, Kill kill) {
        this.end = end;
        this.kill = kill;
        this.group = kill.group();
        this.victim = kill.victim();
    }

    Finding finding() {
        return new Finding(
                victim.isJvm() ? "killedForMemory" : "otherKilledForMemory",
                Severity.PROBLEM,
                summary() + filled(),
                evidence().strip(),
                kill.scope() == Scope.GROUP ? adviceOnLimit() : adviceOnMachine());
    }

    /** What is said next to a capture of the same process. */
    String sentence() {
        return summary() + filled() + evidence();
    }

    private String name() {
        return victim.name() + (victim.pid() < 0 ? "" : " (process " + victim.pid() + ")");
    }

    private String summary() {
        String before = end.times() > 1 ? ", and " + (end.times() - 1) + " of that name before," : "";
        String done = victim.name().isEmpty()
                ? group.own().isEmpty()
                        ? "The kernel had to kill a process for lack of memory, and the text ends before it says which"
                        : "The kernel killed a process"
                                + (group.own().startsWith("/")
                                        ? ", which the text does not name,"
                                        : " of the unit " + group.own())
                                + " for lack of memory"
                : kill.chosen()
                        ? "The kernel chose " + name() + before + " to be killed for lack of memory"
                        : "The kernel killed " + name() + before + " for lack of memory";
        return done
                + switch (kill.scope()) {
                    case GROUP ->
                        group.limitBytes() > 0
                                ? ": its " + group() + " reached the limit of " + Amounts.bytes(group.limitBytes())
                                        + "."
                                : ": its " + group() + " reached its limit.";
                    case MACHINE -> ": the machine ran out of memory, not a container.";
                    case NODES ->
                        ": the memory that a cpuset or policy leaves to it was used up, not a container's limit.";
                    case UNKNOWN -> "; the text does not show whether a limit or the machine's memory was reached.";
                };
    }

    /** A limit above the victim's own group is that of a pod, or of a slice. */
    private String group() {
        return group.own().isEmpty() || group.limited().isEmpty() || group.own().equals(group.limited())
                ? "control group"
                : "parent control group";
    }

    /** A sentence on what filled it, where it is known. */
    private String filled() {
        return switch (end.content()) {
            case OWN ->
                " Most of it was anonymous memory of " + victim.name() + ": " + Amounts.bytes(anonymous())
                        + (isShared() ? ", next to " + Amounts.bytes(shared()) + " of tmpfs or shared memory." : ".");
            case OTHERS -> " Most of it was memory of other processes: " + named(end.others()) + ".";
            case SHARED -> " Most of it was tmpfs or shared memory: " + Amounts.bytes(shared()) + ".";
            case FILES ->
                " Most of it was page cache: " + Amounts.bytes(group.content().getOrDefault("file", 0L)) + ".";
            case KERNEL ->
                " Most of it was memory of the kernel: "
                        + Amounts.bytes(group.content().getOrDefault("kernel", 0L)) + ".";
            case UNKNOWN -> "";
        };
    }

    private long shared() {
        return group.content().getOrDefault("shmem", 0L);
    }

    /** Whether files in memory are so much of the charge that they are worth a look, whatever most of it was. */
    private boolean isShared() {
        return shared() > group.usageBytes() / 5;
    }

    private long anonymous() {
        return victim.resident().getOrDefault("anon", victim.residentBytes());
    }

    private static String named(List<Task> tasks) {
        return tasks.stream()
                .limit(NAMED)
                .map(task -> task.name() + " (" + Amounts.bytes(task.residentBytes()) + ")")
                .collect(Collectors.joining(", "));
    }

    private String evidence() {
        return (kill.time().isEmpty() ? "" : " The log has it at " + kill.time() + ".")
                + (kill.chosen()
                        ? " It may have killed a child of that process instead, which the text does not show."
                        : "")
                + resident()
                + charged()
                + machine()
                + survivors()
                + container();
    }

    private String resident() {
        if (victim.residentBytes() < 0) {
            return "";
        }
        String parts = Stream.of("anon", "file", "shmem")
                .filter(kind -> victim.resident().getOrDefault(kind, 0L) > 0)
                .map(kind -> Amounts.bytes(victim.resident().getOrDefault(kind, 0L)) + " "
                        + switch (kind) {
                            case "anon" -> "anonymous";
                            case "file" -> "of files";
                            default -> "of shared memory";
                        })
                .collect(Collectors.joining(", "));
        return " It had " + Amounts.bytes(victim.residentBytes()) + " resident" + (parts.isEmpty() ? "" : ": " + parts)
                + ".";
    }

    private String charged() {
        if (group.content().isEmpty()) {
            return "";
        }
        String parts = Stream.of("anon", "shmem", "file", "kernel")
                .filter(kind -> group.content().getOrDefault(kind, 0L) > 0)
                .map(kind -> Amounts.bytes(group.content().getOrDefault(kind, 0L)) + " "
                        + switch (kind) {
                            case "anon" -> "anonymous";
                            case "shmem" -> "tmpfs and shared";
                            case "file" -> "page cache";
                            default -> "of the kernel";
                        })
                .collect(Collectors.joining(", "));
        return parts.isEmpty()
                ? ""
                : " Its group was charged for "
                        + (group.usageBytes() < 0 ? "" : Amounts.bytes(group.usageBytes()) + ": ") + parts + ".";
    }

    private String machine() {
        return (kill.machineBytes() > 0 ? " The machine has " + Amounts.bytes(kill.machineBytes()) + "." : "")
                + (kill.scope() == Scope.GROUP || end.others().isEmpty()
                        ? ""
                        : " The largest other processes: " + named(end.others()) + ".");
    }

    /** A JVM next to a victim that is none. */
    private String survivors() {
        return victim.isJvm() || victim.name().isEmpty()
                ? ""
                : end.others().stream()
                        .filter(Task::isJvm)
                        .findFirst()
                        .map(jvm -> " " + jvm.name() + " (process " + jvm.pid() + ") was not killed then; it had "
                                + Amounts.bytes(jvm.residentBytes()) + " resident.")
                        .orElse("");
    }

    private String container() {
        return end.container() == null ? "" : " " + new ContainerFinding(end, end.container()).sentence();
    }

    private String adviceOnLimit() {
        return switch (isShared() ? Content.SHARED : end.content()) {
            case SHARED ->
                "Files in /dev/shm and in volumes of the medium Memory count, and the kernel cannot drop them: find what"
                        + " writes them (df -h /dev/shm; ls -l), bound them with sizeLimit or --shm-size, or raise the limit.";
            case OTHERS ->
                "All processes of the group share its limit: raise it, or lower what the other processes take.";
            default ->
                victim.isJvm()
                        ? "Raise the limit, or lower what it takes: loomweight record PID, or loomweight run -- java ...,"
                                + " divides it and names what grew." + BOUNDS
                        : "All processes of the group share its limit: raise it, or lower what "
                                + (victim.name().isEmpty() ? "they take." : victim.name() + " takes.");
        };
    }

    private String adviceOnMachine() {
        return switch (kill.scope()) {
            case MACHINE, NODES ->
                "All processes together took more than the machine has: give containers limits and requests that fit into"
                        + " it, lower -Xmx, or move processes to another machine."
                        + (victim.isJvm() ? BOUNDS : "");
            default ->
                "The lines before it decide that: journalctl -k -b -g 'oom|Kill|memory: usage' on the machine, and"
                        + " OOMKilled in the state of a container.";
        };
    }
}
