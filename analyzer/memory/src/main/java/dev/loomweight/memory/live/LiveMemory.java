package dev.loomweight.memory.live;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Sample;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory of a running JVM, from samples as they arrive. Not safe for several threads. */
public final class LiveMemory {

    /** The events that it uses, in addition to texts. */
    public static final Interest EVENTS = Interest.in(ResidentSetSize.class, NativeMemory.class);

    /** How many values a history has at most: as many as a wide terminal shows. */
    public static final int HISTORY = 60;

    // JFR has the stacks apart, which jcmd folds into the category Thread, and does not update them between two
    // queries.
    private static final String STALE_STACKS = NmtCategory.THREAD_STACK;

    private final Map<String, CategoryState> categories = new LinkedHashMap<>();
    private final History residentHistory = new History();
    private @Nullable ResidentMemory resident;
    private boolean residentShown;
    private Footprint container = new Footprint();
    private Tracking tracking = Tracking.UNKNOWN;
    private Stacks stacks = Stacks.UNKNOWN;
    private boolean queried;

    private static final class CategoryState {
        private final History history = new History();
        private long reserved;
        private long committed;
        private boolean isThere = true;
    }

    /** Takes a sample of an event or of a text; ignores what has no figure of memory. */
    public void add(Sample sample) {
        add(ResidentMemory.in(sample, null));
        switch (sample) {
            case ContainerLimit one -> {
                // It comes with the charge of the same moment, and before it.
                container = new Footprint();
                container.add(one, null);
            }
            case ContainerMemory one -> container.add(one, null);
            case NmtReport report -> add(report);
            case NativeMemory one -> {
                tracking = Tracking.ON;
                // jcmd's answer is complete and fresh, and divides the categories otherwise than JFR does: not to be
                // mixed.
                if (!queried && !one.category().equals(STALE_STACKS)) {
                    set(one.category(), one.reservedBytes(), one.committedBytes());
                }
            }
            case NmtMessage message -> {
                if (message.kind() == NmtMessage.Kind.OFF || message.kind() == NmtMessage.Kind.SHUT_DOWN) {
                    tracking = Tracking.OFF;
                }
            }
            default -> {}
        }
    }

    /** Of what arrives between two moments that are shown, the most trusted source counts; an older figure never does. */
    private void add(@Nullable ResidentMemory found) {
        // Where memory is mapped several times, only an account of the mappings counts it once.
        boolean again =
                found != null && resident != null && resident.againBytes() > 0 && found.source() != resident.source();
        if (found != null && !again) {
            resident = residentShown ? found : ResidentMemory.best(resident, found);
            residentShown = false;
        }
    }

    private void add(NmtReport report) {
        tracking = Tracking.ON;
        queried = true;
        categories.values().forEach(figures -> figures.isThere = false);
        for (NmtCategory category : report.categories()) {
            set(
                    category.name(),
                    category.usage().reserved().bytes(),
                    category.usage().committed().bytes());
        }
        categories.values().removeIf(figures -> !figures.isThere);
        NmtCategory thread = report.category(NmtCategory.THREAD);
        if (thread != null && thread.stack() != null) {
            NmtCategory.@Nullable Count count = thread.counts().get("threads");
            stacks = new Stacks(
                    Quantity.ofNullable(count == null ? null : count.value(), ""),
                    Quantity.of(thread.stack().reserved().bytes()),
                    Quantity.of(thread.stack().committed().bytes()));
        }
    }

    private void set(String category, long reserved, long committed) {
        CategoryState figures = categories.computeIfAbsent(category, name -> new CategoryState());
        figures.reserved = reserved;
        figures.committed = committed;
        figures.isThere = true;
    }

    /** The figures now. Each call adds a value to the histories. */
    public Figures now() {
        residentShown = true;
        if (resident != null) {
            residentHistory.add(resident.bytes());
        }
        Footprint footprint = new Footprint().merge(container);
        footprint.add(resident);
        List<Category> all = new ArrayList<>();
        categories.forEach((name, figures) -> {
            figures.history.add(figures.committed);
            if (figures.committed > 0 || figures.reserved > 0) {
                all.add(new Category(name, figures.reserved, figures.committed, figures.history.values()));
            }
        });
        all.sort(Comparator.comparingLong(Category::committedBytes).reversed().thenComparing(Category::name));
        return new Figures(
                Quantity.ofNullable(resident == null ? null : resident.bytes(), ""),
                resident == null ? "" : resident.source().label(),
                container.limit(),
                footprint.used(),
                residentHistory.values(),
                tracking,
                all,
                stacks);
    }

    /** The last values of a figure, the newest last. */
    private static final class History {
        private final Deque<Double> values = new ArrayDeque<>();

        void add(long value) {
            values.addLast((double) value);
            if (values.size() > HISTORY) {
                values.removeFirst();
            }
        }

        List<Double> values() {
            return List.copyOf(values);
        }
    }

    /** Whether native memory tracking (NMT) is on. */
    public enum Tracking {
        /** NMT is on. */
        ON,
        /** NMT is off, and cannot be switched on while the JVM runs. */
        OFF,
        /** Not known yet. */
        UNKNOWN
    }

    /**
     * The memory figures at one moment.
     *
     * @param residentBytes resident memory
     * @param residentSource the source of resident memory, or an empty string where it is not known
     * @param limitBytes the container's limit; not known either where there is none
     * @param usedBytes what is compared with the limit: what is charged to the container without what the kernel can
     *     free, or else resident memory
     * @param residentHistory resident memory at the last moments, the newest last
     * @param tracking whether NMT is on
     * @param categories the categories of NMT, the most committed first
     * @param stacks the stacks of platform threads
     */
    public record Figures(
            Quantity residentBytes,
            String residentSource,
            Quantity limitBytes,
            Quantity usedBytes,
            List<Double> residentHistory,
            Tracking tracking,
            List<Category> categories,
            Stacks stacks) {

        public Figures {
            residentHistory = List.copyOf(residentHistory);
            categories = List.copyOf(categories);
        }
    }

    /**
     * One category of NMT.
     *
     * @param name as NMT prints it
     * @param reservedBytes reserved address space
     * @param committedBytes committed memory
     * @param history what was committed at the last moments, the newest last
     */
    public record Category(String name, long reservedBytes, long committedBytes, List<Double> history) {

        public Category {
            history = List.copyOf(history);
        }
    }

    /**
     * The stacks of platform threads, from NMT.
     *
     * @param threads how many threads NMT counts
     * @param reservedBytes reserved address space
     * @param committedBytes committed memory, guard pages included
     */
    public record Stacks(Quantity threads, Quantity reservedBytes, Quantity committedBytes) {

        /** Not known. */
        static final Stacks UNKNOWN = new Stacks(Quantity.unknown(""), Quantity.unknown(""), Quantity.unknown(""));
    }
}
