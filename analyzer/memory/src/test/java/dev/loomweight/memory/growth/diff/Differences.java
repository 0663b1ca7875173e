package dev.loomweight.memory.growth.diff;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Differences of NMT reports that are made up: an amount is what there is after, and its change. */
final class Differences {

    private Differences() {}

    static NmtUsage usage(long reserved, long reservedChange, long committed, long committedChange) {
        return NmtUsage.of(new Amount(reserved, reservedChange), new Amount(committed, committedChange));
    }

    static NmtMalloc malloc(long bytes, long change, long blocks, long blocksChange) {
        return new NmtMalloc(new Amount(bytes, change), blocks, blocksChange, -1, -1);
    }

    static NmtCategory category(String name, NmtUsage usage, @Nullable NmtMalloc malloc) {
        return category(name, usage, malloc, null, Map.of());
    }

    static NmtCategory category(
            String name,
            NmtUsage usage,
            @Nullable NmtMalloc malloc,
            @Nullable NmtUsage stack,
            Map<String, NmtCategory.Count> counts) {
        return new NmtCategory(name, usage, counts, stack, malloc, null, null, null, List.of(), List.of());
    }

    /** A category whose committed memory changed by so much, from 100 MB. */
    static NmtCategory committed(String name, long change) {
        return category(name, usage(1L << 30, 0, (100 << 20) + change, change), null);
    }

    /** A call site that holds so much more from malloc, after 100 MB. */
    static Site site(String category, long change, String... frames) {
        return new Site(category, List.of(frames), malloc((100 << 20) + change, change, 5, 2), null);
    }

    /** The difference of these categories and call sites, with a total of its own. */
    static NmtReport of(long scale, List<NmtCategory> categories, Site... sites) {
        NmtUsage total = usage(
                categories.stream()
                        .mapToLong(one -> one.usage().reserved().bytes())
                        .sum(),
                categories.stream()
                        .mapToLong(one -> one.usage().reserved().deltaBytes())
                        .sum(),
                categories.stream()
                        .mapToLong(one -> one.usage().committed().bytes())
                        .sum(),
                categories.stream()
                        .mapToLong(one -> one.usage().committed().deltaBytes())
                        .sum());
        return new NmtReport(
                7,
                scale,
                true,
                total,
                malloc(3 << 20, 512 << 10, 23, 23),
                null,
                categories,
                List.of(),
                List.of(),
                Arrays.asList(sites),
                List.of(),
                List.of());
    }
}
