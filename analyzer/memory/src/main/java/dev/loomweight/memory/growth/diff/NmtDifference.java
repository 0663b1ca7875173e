package dev.loomweight.memory.growth.diff;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtCategory.Count;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two NMT reports, in the form of {@code VM.native_memory detail.diff}: the figures of the later
 * one with their changes. A category or site that only the earlier one has is there with 0.
 */
final class NmtDifference {

    private NmtDifference() {}

    /**
     * The difference of two reports that are no differences themselves. Call sites are compared where both have some.
     *
     * @param before the earlier one
     * @param after the later one
     */
    static NmtReport of(NmtReport before, NmtReport after) {
        return new NmtReport(
                after.pid(),
                Math.max(before.scale(), after.scale()),
                true,
                required(before.total(), after.total()),
                malloc(before.malloc(), after.malloc()),
                usage(before.mmap(), after.mmap()),
                categories(before.categories(), after.categories()),
                List.of(),
                List.of(),
                before.sites().isEmpty() || after.sites().isEmpty() ? List.of() : sites(before.sites(), after.sites()),
                List.of(),
                List.of());
    }

    private static List<NmtCategory> categories(List<NmtCategory> before, List<NmtCategory> after) {
        List<NmtCategory> all = new ArrayList<>();
        pairs(before, after, NmtCategory::name, (first, same) -> first)
                .forEach((name, pair) -> all.add(category(name, pair.before, pair.after)));
        return all;
    }

    private static NmtCategory category(String name, @Nullable NmtCategory before, @Nullable NmtCategory after) {
        return new NmtCategory(
                name,
                required(before == null ? null : before.usage(), after == null ? null : after.usage()),
                counts(before == null ? Map.of() : before.counts(), after == null ? Map.of() : after.counts()),
                usage(before == null ? null : before.stack(), after == null ? null : after.stack()),
                malloc(before == null ? null : before.malloc(), after == null ? null : after.malloc()),
                usage(before == null ? null : before.mmap(), after == null ? null : after.mmap()),
                malloc(before == null ? null : before.arena(), after == null ? null : after.arena()),
                amount(
                        before == null ? null : before.trackingOverhead(),
                        after == null ? null : after.trackingOverhead()),
                List.of(),
                List.of());
    }

    private static Map<String, Count> counts(Map<String, Count> before, Map<String, Count> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        Map<String, Count> all = new LinkedHashMap<>();
        for (String name : names) {
            Count earlier = before.get(name);
            Count later = after.get(name);
            long value = later == null ? 0 : later.value();
            all.put(name, new Count(value, value - (earlier == null ? 0 : earlier.value())));
        }
        return all;
    }

    /** The identity of a call site in both reports. Sites of one stack count as one. */
    private record SiteKey(String category, List<String> frames, boolean malloc) {

        static SiteKey of(Site site) {
            return new SiteKey(
                    site.category(),
                    site.frames().stream().map(SiteKey::withoutAddress).toList(),
                    site.malloc() != null);
        }

        /** Compiled and interpreted code has no name, and another address in every process. */
        private static String withoutAddress(String frame) {
            return ChangeTables.isUnnamed(frame) ? ChangeTables.UNNAMED : frame;
        }
    }

    private static List<Site> sites(List<Site> before, List<Site> after) {
        List<Site> all = new ArrayList<>();
        pairs(before, after, SiteKey::of, NmtDifference::together)
                .forEach((key, pair) -> all.add(new Site(
                        key.category(),
                        key.frames(),
                        malloc(
                                pair.before == null ? null : pair.before.malloc(),
                                pair.after == null ? null : pair.after.malloc()),
                        usage(
                                pair.before == null ? null : pair.before.virtual(),
                                pair.after == null ? null : pair.after.virtual()))));
        return all;
    }

    /** Adds two sites that print the same stack: they differ in addresses, which are not kept. */
    private static Site together(Site left, Site right) {
        NmtMalloc first = left.malloc();
        NmtMalloc second = right.malloc();
        if (first != null && second != null) {
            return new Site(
                    left.category(),
                    left.frames(),
                    new NmtMalloc(
                            Amount.of(first.amount().bytes() + second.amount().bytes()),
                            count(first) + count(second),
                            0,
                            -1,
                            -1),
                    null);
        }
        NmtUsage mine = left.virtual();
        NmtUsage yours = right.virtual();
        if (mine == null || yours == null) {
            return left;
        }
        return new Site(
                left.category(),
                left.frames(),
                null,
                NmtUsage.of(
                        Amount.of(mine.reserved().bytes() + yours.reserved().bytes()),
                        Amount.of(mine.committed().bytes() + yours.committed().bytes())));
    }

    /** A category or site in both reports. */
    private static final class Pair<T> {
        private @Nullable T before;
        private @Nullable T after;
    }

    private static <K, T> Map<K, Pair<T>> pairs(
            Collection<T> before, Collection<T> after, Function<T, K> key, BinaryOperator<T> together) {
        Map<K, Pair<T>> pairs = new LinkedHashMap<>();
        for (T one : after) {
            Pair<T> pair = pairs.computeIfAbsent(key.apply(one), name -> new Pair<>());
            pair.after = pair.after == null ? one : together.apply(pair.after, one);
        }
        for (T one : before) {
            Pair<T> pair = pairs.computeIfAbsent(key.apply(one), name -> new Pair<>());
            pair.before = pair.before == null ? one : together.apply(pair.before, one);
        }
        return pairs;
    }

    private static NmtUsage required(@Nullable NmtUsage before, @Nullable NmtUsage after) {
        return NmtUsage.of(
                of(before == null ? null : before.reserved(), after == null ? null : after.reserved()),
                of(before == null ? null : before.committed(), after == null ? null : after.committed()));
    }

    private static @Nullable NmtUsage usage(@Nullable NmtUsage before, @Nullable NmtUsage after) {
        return before == null && after == null ? null : required(before, after);
    }

    private static @Nullable NmtMalloc malloc(@Nullable NmtMalloc before, @Nullable NmtMalloc after) {
        if (before == null && after == null) {
            return null;
        }
        long count = after == null ? 0 : count(after);
        return new NmtMalloc(
                of(before == null ? null : before.amount(), after == null ? null : after.amount()),
                count,
                count - (before == null ? 0 : count(before)),
                -1,
                -1);
    }

    /** The number of blocks; a report omits it if it is 1. */
    private static long count(NmtMalloc malloc) {
        return malloc.count() >= 0 ? malloc.count() : malloc.amount().bytes() > 0 ? 1 : 0;
    }

    private static @Nullable Amount amount(@Nullable Amount before, @Nullable Amount after) {
        return before == null && after == null ? null : of(before, after);
    }

    private static Amount of(@Nullable Amount before, @Nullable Amount after) {
        long value = after == null ? 0 : after.bytes();
        return new Amount(value, value - (before == null ? 0 : before.bytes()));
    }
}
