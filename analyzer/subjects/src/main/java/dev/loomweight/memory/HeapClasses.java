package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;

/** The largest classes of live objects in each histogram. */
public final class HeapClasses implements Analysis<Texts<ClassHistogram>, List<Text<ClassHistogram>>> {

    private static final Fold<Texts<ClassHistogram>> FOLD = Texts.fold(ClassHistogram.class);

    private static final int TOP = 12;

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
            blocks.add(table("classes" + (blocks.size() + 1), text.title(), text.sample()));
        }
        return new Section(id(), "Live objects by class", blocks, List.of());
    }

    private static Table table(String id, String title, ClassHistogram histogram) {
        List<Row> rows = new ArrayList<>();
        histogram
                .lines()
                .forEach(line -> rows.add(
                        Row.of(Cell.text(line.className()), Cell.count(line.instances()), Cell.bytes(line.bytes()))));
        rows.add(new Row(
                Role.TOTAL,
                List.of(
                        Cell.text("total"),
                        Cell.count(histogram.totalInstances()),
                        Cell.bytes(histogram.totalBytes()))));
        return new Table(
                id,
                title,
                List.of(
                        Column.of("class", "class"),
                        Column.of("instances", "objects"),
                        new Column("size", "size", true)),
                rows,
                List.of(),
                TOP);
    }
}
