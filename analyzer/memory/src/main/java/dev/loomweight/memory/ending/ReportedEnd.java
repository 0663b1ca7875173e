package dev.loomweight.memory.ending;

import dev.loomweight.memory.reconcile.EndReports;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import dev.loomweight.sample.EndTexts.Containers.State;
import dev.loomweight.sample.EndTexts.KernelKills.Group;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.EndTexts.KernelKills.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One end as others than the JVM report it: the kernel that killed for lack of memory, a runtime of containers, or both of the
 * same end.
 *
 * @param kill the kernel's report, or null
 * @param times how many kills there are like it, of which this is the last; 0 without the kernel's report
 * @param container what its runtime reports, or null
 */
record ReportedEnd(@Nullable Kill kill, int times, @Nullable Container container) {

    /** The number of a container, in the path of its control group. */
    private static final Pattern ID = Pattern.compile("\\p{XDigit}{64}");

    /** What a container's end means. */
    enum Meaning {
        /** Its first process was killed for lack of memory. */
        OUT_OF_MEMORY,
        /** A process of it was, and the first process ended otherwise. */
        OUT_OF_MEMORY_IN_GROUP,
        /** Its pod was evicted from the node. */
        EVICTED,
        /** The kubelet killed it, since it failed a probe; nothing shows lack of memory. */
        FAILED_PROBE,
        /** It was killed, and its runtime saw no kill for lack of memory in it. */
        KILLED,
        /** It was killed, and nothing shows for what. */
        UNDECIDED,
        /** A signal asked it to end. */
        ASKED,
        /** As after a signal that a crash raises. */
        CRASHED,
        /** It could not be started. */
        NOT_STARTED,
        /** It ended by itself with an error. */
        FAILED,
        /** It ended by itself without one. */
        COMPLETED,
        /** The text has no end of it. */
        NONE
    }

    private static final Set<String> START_ERRORS =
            Set.of("StartError", "ContainerCannotRun", "CreateContainerError", "RunContainerError");

    /** Above this, all in use by a group is not the last victim's alone. */
    private static final double MOST = 0.5;

    /** All that is reported, the kernel's first. */
    static List<ReportedEnd> of(EndReports reports) {
        List<Container> containers = known(reports.containers());
        Map<List<Object>, List<Kill>> alike = new LinkedHashMap<>();
        for (Kill kill : reports.kills()) {
            alike.computeIfAbsent(likeness(kill), key -> new ArrayList<>()).add(kill);
        }
        List<ReportedEnd> all = new ArrayList<>();
        for (List<Kill> kills : alike.values()) {
            Kill last = kills.getLast();
            boolean only = alike.size() == 1;
            Container container = containers.stream()
                    .filter(one -> isOne(last, one, only && onlyKilled(one, containers)))
                    .findFirst()
                    .orElse(null);
            if (container != null) {
                containers.remove(container);
            }
            all.add(new ReportedEnd(last, kills.size(), container));
        }
        containers.forEach(container -> all.add(new ReportedEnd(null, 0, container)));
        return all;
    }

    /** Kills of a program in one place again and again, as in a container that is restarted. */
    private static List<Object> likeness(Kill kill) {
        String group = ID.matcher(kill.group().limited()).replaceAll("ID");
        return List.of(kill.victim().name(), kill.scope(), group, kill.group().limitBytes(), kill.chosen());
    }

    /** Containers that several texts have, each once: known by a number, or by its names and who reports it. */
    private static List<Container> known(List<Container> all) {
        List<Container> known = new ArrayList<>();
        for (Container one : all) {
            Container joined = one;
            for (Container other : List.copyOf(known)) {
                if (isSame(other, joined)) {
                    known.remove(other);
                    joined = other.with(joined);
                }
            }
            known.add(joined);
        }
        return known;
    }

    private static boolean isSame(Container one, Container other) {
        boolean named = one.reporter() == other.reporter()
                && !one.name().isEmpty()
                && one.name().equals(other.name())
                && one.pod().name().equals(other.pod().name());
        return named || one.ids().stream().anyMatch(other.ids()::contains);
    }

    private static boolean onlyKilled(Container one, List<Container> all) {
        return all.stream().filter(ReportedEnd::canBeKilled).count() == 1 && canBeKilled(one);
    }

    private static boolean canBeKilled(Container container) {
        State ended = container.ended();
        return ended != null
                && (Boolean.TRUE.equals(ended.outOfMemory())
                        || ended.exitStatus() == null
                        || ended.exitStatus() == CaptureInfo.End.STATUS_OF_KILL);
    }

    /** Whether a kill was in a container: by its number, or else because nothing speaks against it. */
    private static boolean isOne(Kill kill, Container container, boolean only) {
        if (!canBeKilled(container)) {
            return false;
        }
        Set<String> ids = new HashSet<>();
        Matcher id = ID.matcher(kill.group().own() + " " + kill.group().limited());
        while (id.find()) {
            ids.add(id.group());
        }
        if (ids.stream().anyMatch(path -> container.ids().stream().anyMatch(path::startsWith))) {
            return true;
        }
        // Of a restarted container of a pod, the description has the new number.
        boolean other = !ids.isEmpty()
                && !container.ids().isEmpty()
                && (container.ids().size() > 1 || container.restarts() <= 0);
        long limit = kill.group().limitBytes();
        long own = container.bounds().limitBytes();
        return only && !other && (limit <= 0 || own <= 0 || limit == own);
    }

    /** What the end of the container means; {@link Meaning#NONE} without one. */
    Meaning meaning() {
        return container == null ? Meaning.NONE : meaning(container);
    }

    private static Meaning meaning(Container container) {
        if (container.pod().reason().equals("Evicted")) {
            return Meaning.EVICTED;
        }
        State ended = container.ended();
        if (ended == null) {
            return failedProbe(container) ? Meaning.FAILED_PROBE : Meaning.NONE;
        }
        Integer status = ended.exitStatus();
        if (Boolean.TRUE.equals(ended.outOfMemory())) {
            boolean whole = status == null
                    // Kubernetes says so of the first process, Docker of any.
                    ? container.reporter() == Reporter.KUBERNETES
                    : status == CaptureInfo.End.STATUS_OF_KILL;
            return whole ? Meaning.OUT_OF_MEMORY : Meaning.OUT_OF_MEMORY_IN_GROUP;
        } else if (START_ERRORS.contains(ended.reason())
                || (!ended.message().isEmpty() && status != null && status >= 126 && status <= 128)) {
            return Meaning.NOT_STARTED;
        } else if (status == null) {
            return Meaning.UNDECIDED;
        } else if (status == CaptureInfo.End.STATUS_OF_KILL) {
            return failedProbe(container) ? Meaning.FAILED_PROBE : sawNone(ended) ? Meaning.KILLED : Meaning.UNDECIDED;
        } else if (status == 0) {
            return Meaning.COMPLETED;
        }
        Signal signal = Signal.of(status);
        return signal == null ? Meaning.FAILED : signal.asks() ? Meaning.ASKED : Meaning.CRASHED;
    }

    /** Whether the runtime would have seen a kill for lack of memory in the container. */
    private static boolean sawNone(State ended) {
        return Boolean.FALSE.equals(ended.outOfMemory()) || !ended.reason().isEmpty();
    }

    static boolean failedProbe(Container container) {
        return container.pod().killedByProbe().stream()
                .anyMatch(name -> name.isEmpty() || container.name().isEmpty() || name.equals(container.name()));
    }

    /** What the limited group was filled with, the largest first. */
    enum Content {
        OWN,
        OTHERS,
        SHARED,
        FILES,
        KERNEL,
        UNKNOWN
    }

    /** What had more than half of the charge of the group; {@link Content#UNKNOWN} where nothing had, or it is not known. */
    Content content() {
        Kill found = kill;
        if (found == null) {
            return Content.UNKNOWN;
        }
        Group group = found.group();
        long whole = Math.max(group.usageBytes(), group.limitBytes());
        long own = found.victim().resident().getOrDefault("anon", found.victim().residentBytes());
        if (whole <= 0) {
            return Content.UNKNOWN;
        } else if (group.content().getOrDefault("shmem", 0L) > whole * MOST) {
            return Content.SHARED;
        } else if (own > whole * MOST) {
            return Content.OWN;
        } else if (othersBytes() > whole * MOST) {
            return Content.OTHERS;
        } else if (group.content().getOrDefault("file", 0L) > whole * MOST) {
            return Content.FILES;
        }
        return group.content().getOrDefault("kernel", 0L) > whole * MOST ? Content.KERNEL : Content.UNKNOWN;
    }

    /** The other processes of which the log has the size, the largest first. */
    List<Task> others() {
        Kill found = kill;
        return found == null
                ? List.of()
                : found.tasks().stream()
                        .filter(task -> task.pid() != found.victim().pid())
                        .sorted(Comparator.comparingLong(Task::residentBytes).reversed())
                        .toList();
    }

    private long othersBytes() {
        return others().stream().mapToLong(Task::residentBytes).sum();
    }
}
