package dev.loomweight.input.text;

import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints reports as HotSpot 25 does, at any scale, for tests that read back what was printed. */
final class NmtPrinter {

    private static final Map<Long, String> UNITS = Map.of(1L, "", 1L << 10, "KB", 1L << 20, "MB", 1L << 30, "GB");

    private final StringBuilder out = new StringBuilder();
    private final long scale;

    private NmtPrinter(long scale) {
        this.scale = scale;
    }

    static String print(NmtReport report, long scale) {
        NmtPrinter printer = new NmtPrinter(scale);
        printer.report(report);
        return printer.out.toString();
    }

    /** Half of the unit and more is rounded up, as in HotSpot's {@code amount_in_scale}. */
    static long rounded(long bytes, long scale) {
        return (bytes + scale / 2) / scale * scale;
    }

    private String amount(long bytes) {
        return rounded(bytes, scale) / scale + UNITS.get(scale);
    }

    private void report(NmtReport report) {
        if (report.pid() >= 0) {
            out.append(report.pid()).append(":\n");
        }
        out.append("\nNative Memory Tracking:\n\nTotal: ")
                .append(usage(report.total()))
                .append("\n\n");
        report.categories().forEach(this::category);
        if (report.isDetail()) {
            out.append("Virtual memory map:\n");
            report.regions().reversed().forEach(this::region);
            out.append("\nDetails:\n\n");
            report.sites().forEach(this::site);
        }
    }

    private void category(NmtCategory category) {
        out.append("-%26s (%s)%n"
                .formatted(category.name(), usage(category.usage()))
                .replace("\r", ""));
        category.counts().forEach((word, count) -> line(word + " #" + count.value()));
        part("mmap: ", category.mmap());
        part("stack: ", category.stack());
        part("malloc=", category.malloc(), " tag=" + category.name());
        part("arena=", category.arena(), "");
        out.append('\n');
    }

    private void line(String text) {
        out.append(" ".repeat(28)).append('(').append(text).append(")\n");
    }

    private void part(String word, @Nullable NmtUsage usage) {
        if (usage != null) {
            String peak = usage.peakBytes() < 0
                    ? ""
                    : usage.peakBytes() == usage.committed().bytes()
                            ? ", at peak"
                            : ", peak=" + amount(usage.peakBytes());
            line(word + usage(usage) + peak);
        }
    }

    private void part(String word, @Nullable NmtMalloc malloc, String tag) {
        if (malloc != null) {
            line(word + malloc(malloc, tag));
        }
    }

    private String malloc(NmtMalloc malloc, String tag) {
        return amount(malloc.amount().bytes()) + tag + " #" + malloc.count();
    }

    private String usage(NmtUsage usage) {
        return "reserved=" + amount(usage.reserved().bytes()) + ", committed="
                + amount(usage.committed().bytes());
    }

    private static String range(long from, long to) {
        return "[0x%016x - 0x%016x] ".formatted(from, to);
    }

    private void region(NmtReport.Region region) {
        out.append('\n')
                .append(range(region.from(), region.to()))
                .append(region.whollyCommitted() ? "reserved and committed " : "reserved ")
                .append(amount(region.bytes()))
                .append(" for ")
                .append(region.category())
                .append(" from\n");
        region.frames()
                .forEach(frame ->
                        out.append("    [0x00007faf7dc9e9df]").append(frame).append('\n'));
        for (NmtReport.Part part : region.parts().reversed()) {
            out.append("\n        ").append(range(part.from(), part.to())).append("committed ");
            out.append(amount(part.bytes())).append(part.frames().isEmpty() ? "\n" : " from\n");
            part.frames()
                    .forEach(frame -> out.append("            [0x00007faf7dc9e9df]")
                            .append(frame)
                            .append('\n'));
        }
    }

    private void site(NmtReport.Site site) {
        site.frames()
                .forEach(frame ->
                        out.append("[0x00007faf7dc9e9df]").append(frame).append('\n'));
        if (site.malloc() != null) {
            line("(" + malloc(site.malloc(), " tag=" + site.category()) + ") (at peak)");
        } else if (site.virtual() != null) {
            line(usage(site.virtual()) + " Tag=" + site.category());
        }
        out.append('\n');
    }
}
