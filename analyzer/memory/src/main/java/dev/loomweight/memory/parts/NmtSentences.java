package dev.loomweight.memory.parts;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What NMT's text says by itself: what changed since its baseline, and the categories that most of it is. */
final class NmtSentences {

    private static final int NAMED = 3;

    /** A category is named with advice from this share and this amount on: of all that is committed, or of all that grew. */
    private static final double NOTABLE_SHARE = 0.25;

    private static final long NOTABLE_BYTES = 32L << 20;

    private final String title;
    private final NmtDigest nmt;

    NmtSentences(String title, NmtDigest nmt) {
        this.title = title;
        this.nmt = nmt;
    }

    /** Whether no amount is known, only how far amounts moved. */
    boolean isOfChangesAlone() {
        return nmt.diff() && nmt.committedBytes() == 0;
    }

    /** What changed since the baseline; empty for a report that is no difference. */
    Optional<String> changed() {
        if (!nmt.diff()) {
            return Optional.empty();
        }
        long change = nmt.changeBytes();
        StringBuilder words = new StringBuilder(title).append(": committed memory ");
        words.append(
                change == 0
                        ? "is as it was at the baseline"
                        : (change > 0 ? "grew by " : "shrank by ") + Amounts.bytes(Math.abs(change))
                                + " since the baseline");
        words.append(change != 0 && nmt.committedBytes() > 0 ? ", to " + Amounts.bytes(nmt.committedBytes()) : "");
        List<NmtCategory> most = largest(category -> Math.abs(change(category)));
        if (!most.isEmpty()) {
            words.append("; what changed most: ")
                    .append(most.stream()
                            .limit(NAMED)
                            .map(category -> category.name() + " " + signed(change(category)))
                            .collect(Collectors.joining(", ")));
        }
        return Optional.of(words.append('.').toString());
    }

    private List<NmtCategory> largest(ToLongFunction<NmtCategory> amount) {
        return nmt.categories().stream()
                .filter(category -> amount.applyAsLong(category) > 0)
                .sorted(Comparator.comparingLong(amount).reversed().thenComparing(NmtCategory::name))
                .toList();
    }

    private static long change(NmtCategory category) {
        return category.usage().committed().deltaBytes();
    }

    private static String signed(long bytes) {
        return (bytes > 0 ? "+" : "") + Amounts.bytes(bytes);
    }

    /** The categories outside the heap that are most of what is committed, or of what grew, with advice. */
    List<Finding> most() {
        List<Finding> findings = new ArrayList<>();
        ToLongFunction<NmtCategory> amount = nmt.diff()
                ? NmtSentences::change
                : category -> category.usage().committed().bytes();
        long sum = nmt.categories().stream().mapToLong(amount).sum();
        long all = Math.max(nmt.diff() ? nmt.changeBytes() : nmt.committedBytes(), sum);
        for (NmtCategory category : largest(amount)) {
            long bytes = amount.applyAsLong(category);
            Place place = place(category);
            if (place != null && bytes >= NOTABLE_BYTES && bytes >= NOTABLE_SHARE * all) {
                findings.add(nmt.diff() ? grown(category, place, bytes) : large(category, place, bytes, all));
            }
        }
        return findings;
    }

    private Finding grown(NmtCategory category, Place place, long bytes) {
        return new Finding(
                "nmtGrowth",
                Severity.WARNING,
                "NMT's category " + category.name() + " of " + title + " grew by " + Amounts.bytes(bytes)
                        + " since the baseline" + mostly(category, Amount::deltaBytes, bytes) + ".",
                meaning(category),
                place.advice());
    }

    private Finding large(NmtCategory category, Place place, long bytes, long all) {
        return new Finding(
                "nmtLargest",
                Severity.INFO,
                Amounts.bytes(bytes) + " (" + Amounts.percent((double) bytes / all) + ") of the committed memory of "
                        + title + " are NMT's category " + category.name()
                        + mostly(category, Amount::bytes, bytes) + ".",
                meaning(category),
                place.advice());
    }

    /** Memory of compilations is in arenas of their threads, too. */
    private static @Nullable Place place(NmtCategory category) {
        long arenas = category.arena() == null ? 0 : category.arena().amount().bytes();
        boolean inArenas = arenas > category.usage().committed().bytes() / 2;
        return inArenas ? Place.JVM_ARENAS : Part.placeOf(category.name());
    }

    private static String mostly(NmtCategory category, ToLongFunction<Amount> amount, long all) {
        long arenas = category.arena() == null
                ? 0
                : amount.applyAsLong(category.arena().amount());
        long stacks = category.stack() == null
                ? 0
                : amount.applyAsLong(category.stack().committed());
        NmtCategory.Count threads = category.counts().get("threads");
        if (arenas > all / 2) {
            return ", " + Amounts.bytes(arenas) + " of it in arenas";
        } else if (stacks > all / 2 && threads != null) {
            return ", " + Amounts.bytes(stacks) + " of it the stacks of " + Amounts.count(threads.value()) + " threads";
        }
        return "";
    }

    private String meaning(NmtCategory category) {
        Place place = Part.placeOf(category.name());
        if (place == Place.DIRECT_BUFFERS) {
            return "It is memory from Unsafe: direct buffers, for the most part.";
        } else if (Part.mayHaveDirectBuffers(category.name(), nmt.categories())) {
            return "Before JDK 11, direct buffers and other memory from Unsafe are in it.";
        }
        return "";
    }
}
