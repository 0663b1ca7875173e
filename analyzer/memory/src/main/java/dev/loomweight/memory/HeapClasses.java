package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.List;

/** The largest classes of live objects in each histogram. */
public final class HeapClasses implements Analysis<Texts<ClassHistogram>, List<Text<ClassHistogram>>> {

    private static final Fold<Texts<ClassHistogram>> FOLD = Texts.fold(ClassHistogram.class);

    private static final int TOP = 12;

    private static final Rows<ClassHistogram.Line> CLASSES = Rows.of(ClassHistogram.Line.class)
            .text("class", "class", ClassHistogram.Line::className)
            .count("instances", "objects", ClassHistogram.Line::instances)
            .bytes("size", "size", ClassHistogram.Line::bytes)
            .bar()
            .top(TOP);

    /** The analysis, ready to be run. */
    public HeapClasses() {}

    @Override
    public String id() {
        return "heapClasses";
    }

    @Override
    public Fold<Texts<ClassHistogram>> fold() {
        return FOLD;
    }

    @Override
    public List<Text<ClassHistogram>> read(Texts<ClassHistogram> all, Coverage coverage) {
        return all.inOrder();
    }

    @Override
    public Section say(List<Text<ClassHistogram>> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        for (Text<ClassHistogram> text : all) {
            ClassHistogram histogram = text.sample();
            blocks.add(CLASSES.totals(List.of(
                            new ClassHistogram.Line("total", "", histogram.totalInstances(), histogram.totalBytes())))
                    .table("classes" + (blocks.size() + 1), text.title(), histogram.lines()));
        }
        return new Section(id(), "Live objects by class", blocks, List.of());
    }
}
