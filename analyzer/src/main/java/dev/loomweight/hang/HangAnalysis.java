package dev.loomweight.hang;

import dev.loomweight.fold.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.LockOwners;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Scheduler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether the processes whose threads were dumped hang, and why: who waits for whom. */
public final class HangAnalysis implements Analysis<HangAnalysis.Dumps> {

    /** The id of the section. */
    public static final String ID = "hang";

    private static final Comparator<Dump> IN_ORDER = Comparator.comparing((Dump dump) -> file(dump.origin))
            .thenComparing(dump -> dump.threads.kind())
            .thenComparingInt(dump -> dump.threads.threads().size())
            .thenComparing(dump -> dump.threads.toString());

    private final FrameLocks classFiles;
    private final long carriers;

    /** An analysis without class files, for any number of carriers. */
    public HangAnalysis() {
        this(FrameLocks.NONE, 0);
    }

    /**
     * An analysis.
     *
     * @param classFiles what frames hold and wait for
     * @param carriers how many carriers run virtual threads at once, or 0 where only the inputs may say so
     */
    public HangAnalysis(FrameLocks classFiles, long carriers) {
        this.classFiles = classFiles;
        this.carriers = carriers;
    }

    private record Dump(Origin origin, DumpedThreads threads) {}

    private record Owned(Origin origin, LockOwners owners) {}

    /** What is known of processes: the accumulator. */
    public static final class Dumps {
        private final List<Dump> dumps = new ArrayList<>();
        private final List<Owned> owners = new ArrayList<>();
        private final Map<String, Long> carriers = new TreeMap<>();

        private Dumps() {}
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Interest interest() {
        return Interest.in(DumpedThreads.class, LockOwners.class, Scheduler.class);
    }

    @Override
    public Dumps empty() {
        return new Dumps();
    }

    @Override
    public void add(Dumps into, Origin origin, Sample sample) {
        if (sample instanceof DumpedThreads threads) {
            into.dumps.add(new Dump(origin, threads));
        } else if (sample instanceof LockOwners owners) {
            into.owners.add(new Owned(origin, owners));
        } else if (sample instanceof Scheduler scheduler) {
            into.carriers.merge(origin.subject(), scheduler.parallelism(), Math::max);
        }
    }

    @Override
    public Dumps merge(Dumps left, Dumps right) {
        left.dumps.addAll(right.dumps);
        left.owners.addAll(right.owners);
        right.carriers.forEach((subject, number) -> left.carriers.merge(subject, number, Math::max));
        return left;
    }

    @Override
    public Section finish(Dumps all, Coverage coverage) {
        List<String> headline = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        Collection<List<Dump>> processes = processes(all.dumps);
        for (List<Dump> dumps : processes) {
            HangResult result = result(dumps, all, processes.size() == 1);
            String prefix = processes.size() == 1 ? "" : dumps.getFirst().origin.subject() + ": ";
            HangReport report = new HangReport(result, prefix);
            headline.addAll(report.headline());
            blocks.addAll(report.blocks(blocks.isEmpty() ? "" : Integer.toString(blocks.size())));
            findings.addAll(report.findings());
        }
        if (!headline.isEmpty()) {
            blocks.addFirst(new Note("headline", headline));
        }
        return new Section(ID, "Hang", blocks, findings);
    }

    private HangResult result(List<Dump> dumps, Dumps all, boolean only) {
        Set<String> subjects = new HashSet<>();
        dumps.forEach(dump -> subjects.add(dump.origin.subject()));
        List<LockOwners> owners = all.owners.stream()
                .filter(owned -> only || subjects.contains(owned.origin.subject()))
                .sorted(Comparator.comparing((Owned owned) -> file(owned.origin))
                        .thenComparing(owned -> owned.owners.toString()))
                .map(Owned::owners)
                .toList();
        long known = carriers > 0
                ? carriers
                : all.carriers.entrySet().stream()
                        .filter(entry -> only || subjects.contains(entry.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .max()
                        .orElse(0);
        List<WaitGraph> graphs = Moment.of(dumps.stream().map(Dump::threads).toList()).stream()
                .map(moment -> WaitGraph.of(moment, owners, classFiles))
                .toList();
        CarriedOwners.add(graphs);
        return HangResult.of(graphs, known, !owners.isEmpty());
    }

    /** The dumps of each process; files that were given alone are of one process where they have threads in common. */
    private static Collection<List<Dump>> processes(List<Dump> all) {
        Map<String, List<Dump>> processes = new LinkedHashMap<>();
        List<List<Dump>> alone = new ArrayList<>();
        all.stream().sorted(IN_ORDER).forEach(dump -> {
            if (!isAlone(dump.origin)) {
                processes
                        .computeIfAbsent(dump.origin.subject(), unused -> new ArrayList<>())
                        .add(dump);
                return;
            }
            alone.stream()
                    .filter(group -> haveThreadsInCommon(group.getFirst().threads, dump.threads))
                    .findFirst()
                    .orElseGet(() -> {
                        alone.add(new ArrayList<>());
                        return alone.getLast();
                    })
                    .add(dump);
        });
        List<List<Dump>> found = new ArrayList<>(processes.values());
        found.addAll(alone);
        return found;
    }

    private static String file(Origin origin) {
        return origin.toString();
    }

    /** Whether a dump is a file that stands for itself: its process is called like the file. */
    private static boolean isAlone(Origin origin) {
        String subject = origin.subject().replaceAll(" \\d+$", "");
        return subject.isEmpty() || origin.file().endsWith(subject);
    }

    /** At least half of the threads of the smaller one, by id and name. */
    private static boolean haveThreadsInCommon(DumpedThreads one, DumpedThreads other) {
        record Name(long id, String name) {}
        Set<Name> names = new HashSet<>();
        one.threads().forEach(thread -> names.add(new Name(thread.id(), thread.name())));
        long common = other.threads().stream()
                .filter(thread -> thread.id() != 0 && names.contains(new Name(thread.id(), thread.name())))
                .count();
        return 2 * common >= Math.min(one.threads().size(), other.threads().size());
    }
}
