package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.MemoryEvents.ObjectCount;
import dev.loomweight.sample.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Groups files by process. Files of a capture belong together unless they name another process; loose files do if they name
 * the same process, or if one of them names none and only one process is named.
 */
final class ProcessGrouping {

    private ProcessGrouping() {}

    /** The files of one capture; those that name another process than the manifest are left out, with a sentence. */
    static ObservedProcess capture(String subject, List<FileContent> contents) {
        CaptureInfo info = null;
        for (FileContent content : contents) {
            info = Snapshot.either(info, content.info());
        }
        long pid = info != null && info.pid() >= 0 ? info.pid() : mostNamed(contents);
        List<String> contradictions = new ArrayList<>();
        List<FileContent> kept = new ArrayList<>();
        for (FileContent content : contents) {
            if (content.info() == null
                    && !content.pids().isEmpty()
                    && !content.pids().contains(pid)
                    // In a container it has the number that the JVM has there.
                    && content.texts().crash() == null) {
                contradictions.add(content.file() + " is from process " + words(content.pids()) + ", the rest of "
                        + subject + " from process " + pid + "; it is left out.");
            } else {
                kept.add(content);
            }
        }
        return process(subject, info, kept, contradictions);
    }

    private static long mostNamed(List<FileContent> contents) {
        Map<Long, Long> votes = contents.stream()
                .flatMap(content -> content.pids().stream())
                .collect(Collectors.groupingBy(pid -> pid, TreeMap::new, Collectors.counting()));
        long most = -1;
        for (Map.Entry<Long, Long> vote : votes.entrySet()) {
            if (most < 0 || vote.getValue() > votes.getOrDefault(most, 0L)) {
                most = vote.getKey();
            }
        }
        return most;
    }

    /** Files that were given one by one, by name. */
    static List<ObservedProcess> loose(Map<String, List<FileContent>> subjects) {
        Map<Long, Map<String, List<FileContent>>> groups = new TreeMap<>();
        subjects.forEach((subject, contents) -> {
            TreeSet<Long> pids = new TreeSet<>();
            contents.forEach(content -> pids.addAll(content.pids()));
            groups.computeIfAbsent(pids.isEmpty() ? -1L : pids.first(), key -> new TreeMap<>())
                    .put(subject, contents);
        });
        Map<String, List<FileContent>> withoutPid = groups.getOrDefault(-1L, Map.of());
        if (groups.size() == 2 && !withoutPid.isEmpty()) {
            groups.remove(-1L);
            groups.values().iterator().next().putAll(withoutPid);
        }
        List<ObservedProcess> all = new ArrayList<>();
        groups.forEach((pid, group) -> {
            boolean unnamed = pid < 0 && groups.size() > 1;
            if (group.size() > 1 && !unnamed && !collide(group)) {
                String name = pid < 0 ? String.join(", ", group.keySet()) : "process " + pid;
                all.add(process(
                        name,
                        null,
                        group.values().stream().flatMap(List::stream).toList(),
                        List.of()));
            } else {
                group.forEach((subject, contents) -> all.add(process(
                        subject,
                        null,
                        contents,
                        (unnamed || group.size() > 1) && !contents.stream().allMatch(FileContent::isDumpsAlone)
                                ? separate(subject, unnamed)
                                : severalProcesses(contents))));
            }
        });
        return all;
    }

    private static List<String> separate(String subject, boolean unnamed) {
        return List.of(
                unnamed
                        ? subject
                                + " names no process, and the other files are from several; it is reported separately."
                        : subject
                                + " is reported separately, because another file has the same kind of text; give only files"
                                + " of one moment.");
    }

    private static List<String> severalProcesses(List<FileContent> contents) {
        return contents.stream()
                .filter(content -> content.pids().size() > 1)
                .map(content -> content.file() + " has texts of several processes (" + words(content.pids())
                        + "); their figures cannot be combined.")
                .toList();
    }

    /** Whether two files have the same kind of text, and so are from two moments; dumps alone contradict nothing. */
    private static boolean collide(Map<String, List<FileContent>> group) {
        Set<String> seen = new HashSet<>();
        return group.values().stream()
                .flatMap(List::stream)
                .filter(content -> !content.isDumpsAlone())
                .flatMap(content -> content.texts().sources().stream()
                        // VM.info contains parts of the other texts.
                        .filter(kind -> !content.texts().has(ProcessMemory.class) || kind.equals("VM.info")))
                .anyMatch(kind -> !seen.add(kind));
    }

    private static ObservedProcess process(
            String name, @Nullable CaptureInfo info, List<FileContent> contents, List<String> contradictions) {
        TreeMap<Integer, MemoryMoment> moments = new TreeMap<>();
        Snapshot loose = new Snapshot();
        RecordedFigures recorded = new RecordedFigures();
        EndReports reports = new EndReports();
        Map<String, ObjectCount> counts = Map.of();
        List<Integer> depths = List.of();
        for (FileContent content : contents) {
            Origin.SnapshotId moment = content.moment();
            if (moment == null) {
                loose.merge(content.texts());
            } else {
                moments.computeIfAbsent(moment.index(), key -> MemoryMoment.of(moment))
                        .snapshot()
                        .merge(content.texts());
            }
            recorded.merge(content.recorded());
            reports.merge(content.reports());
            counts = content.counts().isEmpty() ? counts : content.counts();
            depths = content.stacks().isEmpty() ? depths : content.stacks();
        }
        while (moments.size() > 1 && moments.lastEntry().getValue().snapshot().isOfEnding()) {
            // The last that it had is in the moment before.
            moments.pollLastEntry();
        }
        MemoryMoment undivided = takeUndivided(moments);
        Crash crash = loose.crash();
        if (crash != null && !moments.isEmpty()) {
            // A collector keeps it apart, since there is no moment after it.
            moments.lastEntry().getValue().snapshot().add(crash);
        }
        WeighedThreads weighed = loose.weighed();
        if (weighed != null && !moments.isEmpty()) {
            moments.lastEntry().getValue().snapshot().add(weighed);
        }
        ContainerLimit limit = reports.limit();
        if (limit != null && moments.isEmpty() && loose.isOfMemory() && !loose.has(ContainerLimit.class)) {
            loose.add(limit);
        }
        if (moments.isEmpty() && !loose.sources().isEmpty()) {
            moments.put(0, MemoryMoment.of(loose));
        }
        return new ObservedProcess(
                name,
                info,
                contents.stream().anyMatch(FileContent::isOfLab),
                List.copyOf(moments.values()),
                undivided,
                recorded,
                counts,
                depths,
                reports,
                new ObservedProcess.ProcessFiles(
                        contents.stream().map(FileContent::file).toList(), contradictions));
    }

    /** An unfinished snapshot that lacks what divides memory in the one before would show growth where there is none. */
    private static @Nullable MemoryMoment takeUndivided(NavigableMap<Integer, MemoryMoment> moments) {
        if (moments.size() < 2 || !moments.lastEntry().getValue().unfinished()) {
            return null;
        }
        Snapshot before = moments.lowerEntry(moments.lastKey()).getValue().snapshot();
        if (moments.lastEntry().getValue().snapshot().isDividedAs(before)) {
            return null;
        }
        MemoryMoment last = moments.pollLastEntry().getValue();
        return last.snapshot().isOfMemory() ? last : null;
    }

    private static String words(Set<Long> pids) {
        return pids.stream().map(String::valueOf).collect(Collectors.joining(" and "));
    }
}
