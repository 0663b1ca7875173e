package dev.loomweight.memory.growth;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.Ledger;
import dev.loomweight.memory.TimeSlots;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.Footprints;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The accumulator of {@link MemoryOverTime}: one line of values per process and account.
 *
 * <p>Memory is bounded however long the recording is; see {@link TimeSlots}.
 */
public final class MemoryLines implements State<MemoryLines> {

    /** The number of platform threads, which is no amount of memory. */
    static final Account THREADS = new Account("platform threads", "JFR");

    /** Threads in NMT. */
    private static final Account THREAD = Account.nmt(NmtCategory.THREAD);

    /** The fold of all that has memory over time. */
    static final Fold<MemoryLines> FOLD = Fold.of(
            Ledger.INTEREST.and(Footprint.OF_RESIDENT).and(Interest.in(ThreadStatistics.class)), MemoryLines::new);

    private final Map<String, Map<Account, Line>> subjects = new TreeMap<>();

    // The most trusted text of a snapshot is known when all have been read.
    private final Footprints snapshots = new Footprints();

    @Override
    public void add(Origin origin, Sample sample) {
        Origin.SnapshotId moment = origin.moment();
        Ledger ledger = Ledger.of(sample, moment == null ? null : moment.time());
        Instant time = ledger.time();
        if (sample instanceof ThreadStatistics threads) {
            add(origin.subject(), THREADS, threads.time(), threads.active());
        } else if (ledger.bytes().isEmpty() || sample instanceof ResidentSetSize) {
            addResident(origin, sample);
        } else if (time != null) {
            // A recording has the stacks as a category of their own; NMT's text includes them.
            long stacks = ledger.bytes().getOrDefault(Account.STACKS, 0L);
            ledger.bytes().forEach((account, bytes) -> {
                if (!account.equals(Account.METASPACE_COMMITTED)
                        && !(sample instanceof NmtReport && account.equals(Account.NMT_TOTAL))) {
                    add(origin.subject(), account, time, account.equals(THREAD) ? bytes - stacks : bytes);
                }
            });
        }
    }

    void add(String subject, Account account, Instant time, long value) {
        line(subject, account).add(time, value);
    }

    /** Adds what a text of a snapshot, or an event, has of resident memory; ignores it if its time is not known. */
    private void addResident(Origin origin, Sample sample) {
        if (snapshots.add(origin, sample)) {
            return;
        }
        ResidentMemory resident = ResidentMemory.in(sample, null);
        if (resident != null && resident.time() != null) {
            add(origin.subject(), Account.RESIDENT, resident.time(), resident.bytes());
        }
    }

    @Override
    public void merge(MemoryLines other) {
        other.subjects.forEach((subject, lines) ->
                lines.forEach((account, line) -> line(subject, account).merge(line)));
        snapshots.merge(other.snapshots);
    }

    /** The lines by process and account. */
    Map<String, Map<Account, Line>> bySubject() {
        MemoryLines all = new MemoryLines();
        subjects.forEach((subject, lines) -> lines.forEach((account, line) -> {
            // Events have the kernel's RSS: where that counts memory several times, they are of another figure.
            if (!account.equals(Account.RESIDENT) || !snapshots.isCountedAgain(subject)) {
                all.line(subject, account).merge(line);
            }
        }));
        snapshots
                .subjects()
                .forEach(subject -> snapshots.resident(subject).forEach(resident -> {
                    if (resident.time() != null) {
                        all.add(subject, Account.RESIDENT, resident.time(), resident.bytes());
                    }
                }));
        return all.subjects;
    }

    /** The values of each account of a process over time; of several in one time slot, the highest. */
    Map<Account, NavigableMap<Instant, Long>> values(String subject) {
        Map<Account, NavigableMap<Instant, Long>> values = new TreeMap<>();
        bySubject().getOrDefault(subject, Map.of()).forEach((account, line) -> values.put(account, line.values()));
        return values;
    }

    private Line line(String subject, Account account) {
        return subjects.computeIfAbsent(subject, key -> new TreeMap<>()).computeIfAbsent(account, key -> new Line());
    }

    /** Values over time: the highest of each time slot, and the first and the last of all. */
    static final class Line {

        private final TimeSlots<Long> highest = new TimeSlots<>(Math::max);
        private final NavigableMap<Instant, Long> ends = new TreeMap<>();

        void add(Instant time, long value) {
            highest.add(time.getEpochSecond(), value);
            ends.merge(time, value, Math::max);
            keepEnds();
        }

        void merge(Line other) {
            highest.merge(other.highest);
            other.ends.forEach((time, value) -> ends.merge(time, value, Math::max));
            keepEnds();
        }

        /** Whether there is anything to compare: a single value neither changed nor stayed. */
        boolean isOfSeveralMoments() {
            return ends.size() > 1;
        }

        long first() {
            return ends.firstEntry().getValue();
        }

        long last() {
            return ends.lastEntry().getValue();
        }

        /** The highest value of all. */
        long peak() {
            return highest.values().stream().mapToLong(Long::longValue).max().orElse(0);
        }

        /** The highest value of each time slot, by its beginning. */
        NavigableMap<Instant, Long> values() {
            NavigableMap<Instant, Long> values = new TreeMap<>();
            highest.bySecond().forEach((second, value) -> values.put(Instant.ofEpochSecond(second), value));
            return values;
        }

        private void keepEnds() {
            while (ends.size() > 2) {
                ends.remove(ends.higherKey(ends.firstKey()));
            }
        }
    }
}
