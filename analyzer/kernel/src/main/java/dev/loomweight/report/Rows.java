package dev.loomweight.report;

import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A table declared by its columns: each with its key, its heading, and how its cell is taken from the thing that a row
 * shows. A declaration has no things yet and does not change, so that it can be a constant; each method returns one more.
 *
 * @param <T> what a row shows
 */
public final class Rows<T> {

    /** A cell without words. */
    public static final Cell NONE = Cell.text("");

    private final List<Declared<T>> columns;
    private final Function<? super T, Role> role;
    private final int top;
    private final List<String> brief;
    private final List<T> totals;
    private final Function<? super T, String> note;

    private record Declared<T>(Column column, Function<? super T, Cell> cell) {}

    private Rows(
            List<Declared<T>> columns,
            Function<? super T, Role> role,
            int top,
            List<String> brief,
            List<? extends T> totals,
            Function<? super T, String> note) {
        this.columns = List.copyOf(columns);
        this.role = role;
        this.top = top;
        this.brief = List.copyOf(brief);
        this.totals = List.copyOf(totals);
        this.note = note;
    }

    /**
     * A declaration without columns, of ordinary rows, all of which people see.
     *
     * @param things what a row shows
     */
    @SuppressWarnings("unused") // Says to the compiler and to readers what the columns are columns of.
    public static <T> Rows<T> of(Class<T> things) {
        return of();
    }

    /** The same for a type of things that has no class of its own, such as a list of something. */
    public static <T> Rows<T> of() {
        return new Rows<>(List.of(), thing -> Role.PLAIN, Table.ALL, List.of(), List.of(), thing -> "");
    }

    /**
     * With one more column.
     *
     * @param id the key, lower camel case, without a unit: the type of each cell adds it
     * @param title the heading
     */
    public Rows<T> column(String id, String title, Function<? super T, Cell> cell) {
        return with(new Declared<>(Column.of(id, title), cell));
    }

    /** With a column of words, empty where there are none. */
    public Rows<T> text(String id, String title, Function<? super T, @Nullable String> words) {
        return text(id, title, words, NONE);
    }

    /** With a column of words, absent where there are none. */
    public Rows<T> text(String id, String title, Function<? super T, @Nullable String> words, String why) {
        return text(id, title, words, Cell.absent(why));
    }

    private Rows<T> text(String id, String title, Function<? super T, @Nullable String> words, Cell none) {
        return column(id, title, thing -> {
            String found = words.apply(thing);
            return found == null ? none : Cell.text(found);
        });
    }

    /** With a column of numbers that name something. */
    public Rows<T> id(String id, String title, ToLongFunction<? super T> name) {
        return column(id, title, thing -> Cell.id(name.applyAsLong(thing)));
    }

    /** With a column of numbers of things. */
    public Rows<T> count(String id, String title, ToLongFunction<? super T> count) {
        return column(id, title, thing -> Cell.count(count.applyAsLong(thing)));
    }

    /** With a column of amounts of memory. */
    public Rows<T> bytes(String id, String title, ToLongFunction<? super T> bytes) {
        return column(id, title, thing -> Cell.bytes(bytes.applyAsLong(thing)));
    }

    /** With a column of numbers of things, absent where they are not known. */
    public Rows<T> count(String id, String title, Function<? super T, OptionalLong> count, String why) {
        return known(id, title, count, Cell::count, why);
    }

    /** With a column of amounts of memory, absent where they are not known. */
    public Rows<T> bytes(String id, String title, Function<? super T, OptionalLong> bytes, String why) {
        return known(id, title, bytes, Cell::bytes, why);
    }

    private Rows<T> known(
            String id, String title, Function<? super T, OptionalLong> value, LongFunction<Cell> cell, String why) {
        Cell absent = Cell.absent(why);
        return column(id, title, thing -> {
            OptionalLong found = value.apply(thing);
            return found.isPresent() ? cell.apply(found.getAsLong()) : absent;
        });
    }

    /** With a column of lengths of time, in nanoseconds. */
    public Rows<T> nanos(String id, String title, ToLongFunction<? super T> nanos) {
        return column(id, title, thing -> new Cell.Nanos(nanos.applyAsLong(thing)));
    }

    /** With a column of parts of a whole; 1.0 is all of it. */
    public Rows<T> ratio(String id, String title, ToDoubleFunction<? super T> ratio) {
        return column(id, title, thing -> new Cell.Ratio(ratio.applyAsDouble(thing)));
    }

    /** With a column of points in time. */
    public Rows<T> time(String id, String title, Function<? super T, Instant> time) {
        return column(id, title, thing -> new Cell.Time(time.apply(thing)));
    }

    /** With bars in the last of the columns, which show its values against the largest of them. */
    public Rows<T> bar() {
        return last(last ->
                new Declared<>(new Column(last.column().id(), last.column().title(), true), last.cell()));
    }

    /** With empty cells in the last of the columns but for things of which this is true. */
    public Rows<T> where(Predicate<? super T> known) {
        return where(known, NONE);
    }

    /**
     * With values in the last of the columns that are absent but for things of which this is true.
     *
     * @param why the reason, see {@link Cell.Absent}; may be empty
     */
    public Rows<T> where(Predicate<? super T> known, String why) {
        return where(known, Cell.absent(why));
    }

    private Rows<T> where(Predicate<? super T> known, Cell otherwise) {
        return last(last -> new Declared<>(
                last.column(), thing -> known.test(thing) ? last.cell().apply(thing) : otherwise));
    }

    /** With more columns if the condition holds. */
    public Rows<T> when(boolean condition, UnaryOperator<Rows<T>> more) {
        return condition ? more.apply(this) : this;
    }

    /** With what each row is among its neighbours. */
    public Rows<T> roles(Function<? super T, Role> roles) {
        return new Rows<>(columns, roles, top, brief, totals, note);
    }

    /** With words below each row; none where they are empty. */
    public Rows<T> notes(Function<? super T, String> words) {
        return new Rows<>(columns, role, top, brief, totals, words);
    }

    /** With the number of ordinary rows that people see unless they ask for more, at least 1. */
    public Rows<T> top(int rows) {
        return new Rows<>(columns, role, rows, brief, totals, note);
    }

    /** With the keys of the columns that matter most, the most important first. */
    public Rows<T> brief(String... ids) {
        return new Rows<>(columns, role, top, List.of(ids), totals, note);
    }

    /** With sums or results below the rows: things whose cells are made as those of the others. */
    public Rows<T> totals(List<? extends T> things) {
        return new Rows<>(columns, role, top, brief, things, note);
    }

    /** The table of these things, in their order. */
    public Table table(String id, String title, List<? extends T> things, List<String> footnotes) {
        List<Row> rows = new ArrayList<>();
        for (T thing : things) {
            rows.add(row(role.apply(thing), thing));
            String words = note.apply(thing);
            if (!words.isEmpty()) {
                rows.add(note(words));
            }
        }
        totals.forEach(thing -> rows.add(row(Role.TOTAL, thing)));
        return new Table(id, title, columns.stream().map(Declared::column).toList(), rows, footnotes, top, brief);
    }

    /** The table without footnotes. */
    public Table table(String id, String title, List<? extends T> things) {
        return table(id, title, things, List.of());
    }

    /** The table of these things; empty where there are none. */
    public Optional<Table> some(String id, String title, List<? extends T> things, List<String> footnotes) {
        return things.isEmpty() ? Optional.empty() : Optional.of(table(id, title, things, footnotes));
    }

    /** The table of these things without footnotes; empty where there are none. */
    public Optional<Table> some(String id, String title, List<? extends T> things) {
        return some(id, title, things, List.of());
    }

    private Row row(Role of, T thing) {
        return new Row(
                of, columns.stream().map(column -> column.cell().apply(thing)).toList());
    }

    private Row note(String words) {
        List<Cell> cells = new ArrayList<>(Collections.nCopies(columns.size(), NONE));
        cells.set(0, Cell.text(words));
        return new Row(Role.NOTE, cells);
    }

    private Rows<T> with(Declared<T> column) {
        List<Declared<T>> more = new ArrayList<>(columns);
        more.add(column);
        return new Rows<>(more, role, top, brief, totals, note);
    }

    private Rows<T> last(UnaryOperator<Declared<T>> change) {
        List<Declared<T>> changed = new ArrayList<>(columns);
        changed.add(change.apply(changed.removeLast()));
        return new Rows<>(changed, role, top, brief, totals, note);
    }
}
