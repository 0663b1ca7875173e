package dev.loomweight.input.text;

import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Sums over an NMT report that tests compare with what was counted by other means. */
record NmtFigures(NmtReport report) {

    long mallocBytes() {
        return report.malloc() == null ? -1 : report.malloc().amount().bytes();
    }

    long threads() {
        NmtCategory category = report.category(NmtCategory.THREAD);
        NmtCategory.Count count = category == null ? null : category.counts().get("threads");
        return count == null ? -1 : count.value();
    }

    long threadStacks() {
        return report.regions().stream().filter(NmtReport.Region::isThreadStack).count();
    }

    long guards() {
        return allParts().filter(NmtReport.Part::isStackGuard).count();
    }

    long parts() {
        return allParts().count();
    }

    private Stream<NmtReport.Part> allParts() {
        return report.regions().stream().flatMap(region -> region.parts().stream());
    }

    /** All native stacks of the report. */
    Stream<List<String>> stacks() {
        return Stream.of(
                        report.regions().stream().map(NmtReport.Region::frames),
                        allParts().map(NmtReport.Part::frames),
                        report.files().stream()
                                .flatMap(file -> file.allocations().stream())
                                .map(NmtReport.Allocation::frames),
                        report.sites().stream().map(NmtReport.Site::frames))
                .flatMap(stacks -> stacks);
    }

    long frames() {
        return stacks().mapToLong(List::size).sum();
    }

    long siteBytes() {
        return report.sites().stream()
                .mapToLong(site -> site.malloc() != null
                        ? site.malloc().amount().bytes()
                        : Objects.requireNonNull(site.virtual()).committed().bytes())
                .sum();
    }
}
