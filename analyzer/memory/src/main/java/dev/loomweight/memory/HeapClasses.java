package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The largest classes of live objects in each histogram. */
public final class HeapClasses implements Analysis<Texts<ClassHistogram>, List<Text<ClassHistogram>>> {

    private static final Fold<Texts<ClassHistogram>> FOLD = Texts.fold(ClassHistogram.class);

    private static final int TOP = 12;

    private static final int LARGEST = 3;

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
        List<String> sentences = new ArrayList<>();
        for (Text<ClassHistogram> text : all) {
            ClassHistogram histogram = text.sample();
            sentences.add(largest(text.title(), histogram));
            blocks.add(CLASSES.totals(List.of(
                            new ClassHistogram.Line("total", "", histogram.totalInstances(), histogram.totalBytes())))
                    .table("classes" + (blocks.size() + 1), text.title(), histogram.lines()));
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(id(), "Live objects by class", blocks, List.of());
    }

    private static String largest(String title, ClassHistogram histogram) {
        String classes = histogram.lines().stream()
                .sorted(Comparator.comparingLong(ClassHistogram.Line::bytes).reversed())
                .limit(LARGEST)
                .map(line -> line.className() + " " + Amounts.bytes(line.bytes()) + " ("
                        + Amounts.percent((double) line.bytes() / Math.max(1, histogram.totalBytes())) + ")")
                .collect(Collectors.joining(", "));
        return title + ": " + Amounts.bytes(histogram.totalBytes()) + " of live objects"
                + (classes.isEmpty() ? "." : "; the largest classes are " + classes + ".");
    }
}
