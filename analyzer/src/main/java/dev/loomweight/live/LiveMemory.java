package dev.loomweight.live;

import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtMessage;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory of one JVM, by the newest of what tells. Not safe for several threads. */
final class LiveMemory {

    // JFR tells what jcmd folds into the category Thread apart, and its figure stands still between two questions.
    private static final String STALE_STACKS = "Thread Stack";

    private final Map<String, Figures> categories = new LinkedHashMap<>();
    private final Recent residentHistory = new Recent();
    private long resident = Moment.UNKNOWN;
    private boolean residentByKernel;
    private long limit = Moment.UNKNOWN;
    private Moment.Tracking tracking = Moment.Tracking.UNKNOWN;
    private Moment.Stacks stacks = Moment.Stacks.UNKNOWN;
    private boolean asked;

    private static final class Figures {
        private final Recent history = new Recent();
        private long reserved;
        private long committed;
        private boolean isThere = true;
    }

    void add(Sample sample) {
        switch (sample) {
            case ProcStatus status -> {
                Long bytes = status.residentBytes();
                if (bytes != null) {
                    resident = bytes;
                    residentByKernel = true;
                }
            }
            case ResidentSetSize size -> resident = residentByKernel ? resident : size.residentBytes();
            case ContainerLimit container -> limit = container.limitBytes();
            case NmtReport report -> add(report);
            case NativeMemory one -> {
                tracking = Moment.Tracking.ON;
                // jcmd's answer is whole and fresh; once there is one, JFR's would only mix another division in.
                if (!asked && !one.category().equals(STALE_STACKS)) {
                    set(one.category(), one.reservedBytes(), one.committedBytes());
                }
            }
            case NmtMessage message -> {
                if (message.kind() == NmtMessage.Kind.OFF || message.kind() == NmtMessage.Kind.SHUT_DOWN) {
                    tracking = Moment.Tracking.OFF;
                }
            }
            default -> {}
        }
    }

    private void add(NmtReport report) {
        tracking = Moment.Tracking.ON;
        asked = true;
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
            stacks = new Moment.Stacks(
                    threads(thread),
                    thread.stack().reserved().bytes(),
                    thread.stack().committed().bytes());
        }
    }

    private static long threads(NmtCategory thread) {
        NmtCategory.@Nullable Count count = thread.counts().get("threads");
        return count == null ? Moment.UNKNOWN : count.value();
    }

    private void set(String category, long reserved, long committed) {
        Figures figures = categories.computeIfAbsent(category, name -> new Figures());
        figures.reserved = reserved;
        figures.committed = committed;
        figures.isThere = true;
    }

    /** The figures now; each call is a moment of the histories. */
    Moment.Memory now() {
        if (resident >= 0) {
            residentHistory.add((double) resident);
        }
        List<Moment.Category> all = new ArrayList<>();
        categories.forEach((name, figures) -> {
            figures.history.add((double) figures.committed);
            if (figures.committed > 0 || figures.reserved > 0) {
                all.add(new Moment.Category(name, figures.reserved, figures.committed, figures.history.values()));
            }
        });
        all.sort(Comparator.comparingLong(Moment.Category::committedBytes)
                .reversed()
                .thenComparing(Moment.Category::name));
        return new Moment.Memory(resident, limit, residentHistory.values(), tracking, all, stacks);
    }
}
