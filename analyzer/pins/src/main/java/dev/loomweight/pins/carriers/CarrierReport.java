package dev.loomweight.pins.carriers;

import dev.loomweight.kernel.diagnosis.HeldThreads.Site;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.Passages;
import dev.loomweight.kernel.stacks.StackTrees;
import dev.loomweight.kernel.stacks.StackTrees.MarkedStack;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/** The section of {@link CarrierAnalysis}: in short, the tables of each process, and what ran. */
final class CarrierReport {

    /** Of more processes, only the busiest have tables. */
    private static final int MAX_PROCESSES = 5;

    private static final String NO_DUMP = "no thread dump of that time shows it";

    /** Carriers that stood still at the end, by the place at which their virtual threads stand. */
    private static final Rows<Site> HELD = Rows.of(Site.class)
            .text("frame", "Application's frame", Site::own)
            .where(Site::isKnown, NO_DUMP)
            .count("carriers", "Carriers", Site::carriers)
            .text("calls", "Blocked in", Site::blocker)
            .where(Site::isKnown, NO_DUMP)
            .text("cause", "Held by", Site::cause)
            .text("threads", "Virtual threads", site -> String.join(", ", site.threads()));

    private CarrierReport() {}

    /** @param processes those of which anything is known, the busiest first */
    static Section of(List<CarrierProcess> processes, PinOptions options, Coverage coverage) {
        if (processes.isEmpty()) {
            return new Section(CarrierAnalysis.ID, "Carriers", List.of(), List.of());
        }
        boolean several = processes.size() > 1;
        List<CarrierProcess> shown = processes.subList(0, Math.min(MAX_PROCESSES, processes.size()));
        List<String> sentences = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<MarkedStack> stacks = new ArrayList<>();
        int number = 0;
        for (CarrierProcess process : shown) {
            number++;
            Among among = Among.of(process.subject(), number, several);
            sentences.addAll(CarrierSentences.inShort(process, among.prefix()));
            findings.addAll(CarrierFindings.of(process, among.prefix()));
            sources.addAll(CarrierSentences.sources(process, among.prefix(), coverage));
            if (process.hasBalance()) {
                blocks.add(CarrierTables.time(process, among));
            }
            if (process.holds().isAny()) {
                blocks.add(HELD.table(
                        among.id("held"),
                        among.words("Carriers that stood still, up to the end"),
                        process.holds().sites()));
            }
            if (!process.ran().isEmpty()) {
                blocks.add(CarrierTables.ran(process, among));
            }
            if (!process.inNative().isEmpty()) {
                blocks.add(CarrierTables.inNative(process, among));
            }
            if (process.hasBalance()) {
                blocks.add(CarrierTables.threads(process, among));
            }
            stacks.addAll(process.ran().stacksOver(process.ranNanos()));
        }
        if (processes.size() > shown.size()) {
            sentences.add(
                    (processes.size() - shown.size()) + " more processes, whose carriers did less, are not shown.");
        }
        blocks.addFirst(new Note(Note.HEADLINE, sentences));
        if (!stacks.isEmpty()) {
            StackTree tree =
                    StackTrees.of(stacks, new Passages(new Owners(options.code(), options.own(), options.faults())));
            blocks.add(new StackTree(
                    "ranStacks", "What ran on the carriers: " + lower(tree.title()), tree.roots(), tree.whole()));
        }
        Note.some("sources", sources).ifPresent(blocks::add);
        return new Section(CarrierAnalysis.ID, "Carriers", blocks, findings);
    }

    private static String lower(String title) {
        return title.isEmpty() ? title : Character.toLowerCase(title.charAt(0)) + title.substring(1);
    }
}
