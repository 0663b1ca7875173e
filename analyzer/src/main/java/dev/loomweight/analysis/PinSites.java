package dev.loomweight.analysis;

import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * Where virtual threads keep their carriers: how often, how long, and in which stacks. Who holds what pins them is not
 * said here.
 */
public final class PinSites implements Analysis<PinGroups> {

    static final EventWords WORDS = new EventWords(Pin.EVENT, "pin", "pins", true, "Pinning");

    @Override
    public String id() {
        return "pins";
    }

    @Override
    public Interest interest() {
        return Interest.in(Pin.class);
    }

    @Override
    public PinGroups empty() {
        return new PinGroups();
    }

    @Override
    public void add(PinGroups into, Origin origin, Sample sample) {
        if (sample instanceof Pin pin) {
            into.add(origin.subject(), pin);
        }
    }

    @Override
    public PinGroups merge(PinGroups left, PinGroups right) {
        left.addAll(right);
        return left;
    }

    @Override
    public Section finish(PinGroups all, Coverage coverage) {
        List<String> sentences = new ArrayList<>(WORDS.sentences(coverage));
        PinSummary summary = PinSummary.of(all);
        if (all.jvmOwn().count() > 0) {
            sentences.add((all.jvmOwn().count() == 1 ? "1 pin is" : all.jvmOwn().count() + " pins are")
                    + " the JVM's own, of its network pollers, and in none of the figures below.");
        }
        List<Block> blocks = new ArrayList<>();
        if (!sentences.isEmpty()) {
            blocks.add(new Note("headline", sentences));
        }
        if (!summary.sites().isEmpty()) {
            blocks.add(PinTables.sites(summary));
            blocks.add(PinTables.causes(summary));
            blocks.add(PinTrees.heaviest(summary));
        }
        return new Section(id(), "Pins", blocks, PinFindings.of(coverage));
    }
}
