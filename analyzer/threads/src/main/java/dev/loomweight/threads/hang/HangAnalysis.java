package dev.loomweight.threads.hang;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.DumpedProcesses;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Pollers;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether the processes whose threads were dumped hang, and why: who waits for whom. */
public final class HangAnalysis implements Analysis<HangAnalysis.Dumps, HangAnalysis.HangReading> {

    /** The id of the section. */
    public static final String ID = "hang";

    private static final Interest INTEREST = Interest.in(
            ContainerOwners.class,
            DumpedThreads.class,
            LockOwners.class,
            Pollers.class,
            ProcessId.class,
            Scheduler.class);
    private static final Fold<Dumps> FOLD = Fold.of(INTEREST.thoroughly(DumpedThreads.class), Dumps::new);
    private static final Fold<Dumps> OF_FILES = Fold.of(INTEREST, Dumps::new);

    private static final Comparator<Dump> IN_ORDER = Comparator.comparing((Dump dump) -> file(dump.origin))
            .thenComparing(dump -> dump.threads.kind())
            .thenComparingInt(dump -> dump.threads.threads().size())
            .thenComparing(dump -> dump.threads.toString());

    private final FrameLocks classFiles;
    private final long carriers;
    private final KnownFaults faults;
    private final Fold<Dumps> fold;
    private final boolean overview;

    /** An analysis without class files, for any number of carriers. */
    public HangAnalysis() {
        this(FrameLocks.NONE, 0, KnownFaults.own());
    }

    /**
     * An analysis.
     *
     * @param classFiles what frames hold and wait for
     * @param carriers how many carriers run virtual threads at once, or 0 where only the inputs may say so
     * @param faults which known faults a hang can be
     */
    public HangAnalysis(FrameLocks classFiles, long carriers, KnownFaults faults) {
        this(classFiles, carriers, faults, FOLD, false);
    }

    private HangAnalysis(FrameLocks classFiles, long carriers, KnownFaults faults, Fold<Dumps> fold, boolean brief) {
        this.overview = brief;
        this.faults = faults;
        this.classFiles = classFiles;
        this.carriers = carriers;
        this.fold = fold;
    }

    /** The same without the dumps in recordings, which have no virtual threads, and take a walk through each to be read. */
    public HangAnalysis ofFiles() {
        return new HangAnalysis(classFiles, carriers, faults, OF_FILES, false);
    }

    /** A part of an overview, which says nothing unless threads hang: of dumps in files, as captures have them. */
    public HangAnalysis overview() {
        return new HangAnalysis(classFiles, carriers, faults, OF_FILES, true);
    }

    private record Dump(Origin origin, DumpedThreads threads, DumpedProcesses.Sign sign) {}

    /**
     * Who owns something.
     *
     * @param owners {@link LockOwners} or {@link ContainerOwners}
     */
    private record Owned(Origin origin, Sample owners) {}

    /** What is known of processes: the accumulator. */
    public static final class Dumps implements State<Dumps> {
        private final List<Dump> dumps = new ArrayList<>();
        private final List<Owned> owners = new ArrayList<>();
        private final Map<String, Long> ids = new HashMap<>();
        private final Map<String, Long> carriers = new TreeMap<>();
        private final Set<String> virtualPollers = new HashSet<>();

        private Dumps() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof DumpedThreads threads) {
                dumps.add(new Dump(origin, threads, DumpedProcesses.signOf(origin, threads)));
            } else if (sample instanceof ProcessId process) {
                ids.put(origin.file(), process.pid());
            } else if (sample instanceof LockOwners || sample instanceof ContainerOwners) {
                owners.add(new Owned(origin, sample));
            } else if (sample instanceof Scheduler scheduler) {
                carriers.merge(origin.subject(), scheduler.parallelism(), Math::max);
            } else if (sample instanceof Pollers pollers && pollers.virtual()) {
                virtualPollers.add(origin.subject());
            }
        }

        @Override
        public void merge(Dumps other) {
            dumps.addAll(other.dumps);
            owners.addAll(other.owners);
            ids.putAll(other.ids);
            virtualPollers.addAll(other.virtualPollers);
            other.carriers.forEach((subject, number) -> carriers.merge(subject, number, Math::max));
        }
    }

    /**
     * What was found.
     *
     * @param processes in the order of their dumps
     */
    public record HangReading(List<OfProcess> processes) {

        public HangReading {
            processes = List.copyOf(processes);
        }
    }

    /** What was found of a process, by its name. */
    record OfProcess(String subject, HangResult found) {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Fold<Dumps> fold() {
        return fold;
    }

    @Override
    public HangReading read(Dumps all, Coverage coverage) {
        List<List<Dump>> processes =
                DumpedProcesses.group(all.dumps.stream().sorted(IN_ORDER).toList(), Dump::sign, all.ids);
        return new HangReading(processes.stream()
                .map(dumps ->
                        new OfProcess(dumps.getFirst().origin.subject(), result(dumps, all, processes.size() == 1)))
                .toList());
    }

    @Override
    public Section say(HangReading reading, Coverage coverage) {
        List<String> headline = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (OfProcess process : reading.processes) {
            if (overview && process.found.hangs().isEmpty()) {
                continue;
            }
            // Its keys end with the number of blocks before it, as they always have.
            String suffix = blocks.isEmpty() ? "" : Integer.toString(blocks.size());
            String prefix = reading.processes.size() == 1 ? "" : process.subject + ": ";
            HangReport report = new HangReport(
                    process.found,
                    new Among(process.subject, suffix, prefix),
                    unread(process.subject, prefix.isEmpty(), coverage),
                    faults);
            headline.addAll(report.headline());
            blocks.addAll(overview ? report.waits() : report.blocks());
            findings.addAll(overview ? report.hangs() : report.findings());
        }
        long empty = coverage.sources().stream().filter(HangAnalysis::isEmpty).count();
        if (!overview && reading.processes.isEmpty() && empty > 0) {
            headline.add(
                    "Nothing is known: " + (empty == 1 ? "the thread dump has" : "all " + empty + " thread dumps have")
                            + " no thread in it.");
        }
        Note.headline(headline).ifPresent(blocks::addFirst);
        return new Section(ID, "Hang", blocks, findings);
    }

    /**
     * What is missing of the dumps of a process, a sentence each.
     *
     * @param only whether all dumps are of this process, whatever their files are called
     */
    private static List<String> unread(String subject, boolean only, Coverage coverage) {
        List<Coverage.OfSource> sources = (only ? coverage : coverage.ofProcess(subject))
                .sources().stream()
                        .filter(source -> source.origin().instrument() == Instrument.THREAD_DUMP)
                        .toList();
        List<String> sentences = new ArrayList<>();
        long empty = sources.stream().filter(HangAnalysis::isEmpty).count();
        if (empty > 0) {
            sentences.add((empty == 1 ? "One thread dump has" : empty + " thread dumps have")
                    + " no thread in it and is left out: the JVM did not write it.");
        }
        sources.stream()
                .flatMap(source -> source.notes().stream())
                // What is missing is said before all figures.
                .filter(note -> !note.equals(DumpedThreads.EMPTY) && !note.startsWith(Coverage.OfSource.INCOMPLETE))
                .distinct()
                .map(note -> note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".")
                .forEach(sentences::add);
        return sentences;
    }

    private static boolean isEmpty(Coverage.OfSource source) {
        return source.notes().contains(DumpedThreads.EMPTY);
    }

    private HangResult result(List<Dump> dumps, Dumps all, boolean only) {
        Set<String> subjects = new HashSet<>();
        dumps.forEach(dump -> subjects.add(dump.origin.subject()));
        List<Sample> owners = all.owners.stream()
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
        boolean virtualPollers = all.virtualPollers.stream().anyMatch(subject -> only || subjects.contains(subject));
        List<WaitGraph> graphs = Moment.telling(
                        Moment.of(dumps.stream().map(Dump::threads).toList()))
                .stream()
                .map(moment -> WaitGraph.of(moment, owners, classFiles))
                .toList();
        Movement.carryOwners(graphs);
        return HangResult.of(graphs, known, virtualPollers, owners.stream().anyMatch(LockOwners.class::isInstance));
    }

    private static String file(Origin origin) {
        return origin.toString();
    }
}
