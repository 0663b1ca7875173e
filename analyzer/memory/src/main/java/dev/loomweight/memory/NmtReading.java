package dev.loomweight.memory;

import dev.loomweight.memory.Texts.Text;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An NMT report, the largest first; of a difference, what changed most, whether it grew or shrank.
 *
 * @param title the process and the moment, or the file
 * @param report as it was written
 * @param categories by committed memory
 * @param sites by what they hold; empty where the report has no call sites
 * @param unknownLines the lines that were not understood, of the report and of its categories; no figure counts them
 */
public record NmtReading(
        String title, NmtReport report, List<NmtCategory> categories, List<Site> sites, List<String> unknownLines) {

    public NmtReading {
        categories = List.copyOf(categories);
        sites = List.copyOf(sites);
        unknownLines = List.copyOf(unknownLines);
    }

    static NmtReading of(Text<NmtReport> text) {
        NmtReport report = text.sample();
        return new NmtReading(
                text.title(),
                report,
                report.categories().stream()
                        .sorted(NmtReading.<NmtCategory>largest(
                                        report, category -> category.usage().committed())
                                .thenComparing(NmtCategory::name))
                        .toList(),
                report.sites().stream()
                        .sorted(largest(report, NmtReading::held)
                                .thenComparing(site -> site.frames().toString()))
                        .toList(),
                Stream.concat(
                                report.unknownLines().stream(),
                                report.categories().stream().flatMap(category -> category.unknownLines().stream()))
                        .toList());
    }

    private static <T> Comparator<T> largest(NmtReport report, Function<T, Amount> amount) {
        return Comparator.<T>comparingLong(one -> report.diff()
                        ? Math.abs(amount.apply(one).deltaBytes())
                        : amount.apply(one).bytes())
                .reversed();
    }

    /**
     * What the total of a report has and its categories have not, or the other way round, where rounding does not explain
     * it; of a difference, also of the changes.
     */
    public static Optional<NmtUsage> rest(NmtReport report) {
        NmtReport.Missing missing = report.missing();
        NmtUsage sum = report.sumOfCategories();
        NmtUsage rest = NmtUsage.of(
                new Amount(missing.reservedBytes(), change(report, sum, NmtUsage::reserved)),
                new Amount(missing.committedBytes(), change(report, sum, NmtUsage::committed)));
        return Stream.of(rest.reserved(), rest.committed())
                        .allMatch(amount -> amount.bytes() == 0 && amount.deltaBytes() == 0)
                ? Optional.empty()
                : Optional.of(rest);
    }

    /** Each figure of a text is half a unit off at most. */
    private static long change(NmtReport report, NmtUsage sum, Function<NmtUsage, Amount> figure) {
        long change =
                figure.apply(report.total()).deltaBytes() - figure.apply(sum).deltaBytes();
        boolean rounded =
                report.scale() > 1 && Math.abs(change) <= (report.categories().size() + 1) * report.scale() / 2;
        return rounded ? 0 : change;
    }

    /** The memory that a call site holds: malloc, or committed mappings. */
    public static Amount held(Site site) {
        if (site.malloc() != null) {
            return site.malloc().amount();
        }
        return site.virtual() == null ? Amount.ZERO : site.virtual().committed();
    }
}
