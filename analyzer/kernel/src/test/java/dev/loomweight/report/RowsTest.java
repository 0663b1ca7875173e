package dev.loomweight.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowsTest {

    private record Site(String name, @Nullable String caller, OptionalLong bytes, long nanos) {}

    private static final Site KNOWN = new Site("a", "b", OptionalLong.of(7), 37);
    private static final Site UNKNOWN = new Site("c", null, OptionalLong.empty(), -1);

    private static final Rows<Site> SITES = Rows.of(Site.class)
            .text("site", "Site", Site::name)
            .text("caller", "Called by", Site::caller)
            .text("why", "Caller", Site::caller, "nobody calls it")
            .bytes("held", "Holds", Site::bytes, "not measured")
            .nanos("total", "Total", Site::nanos)
            .where(site -> site.nanos >= 0, "not timed")
            .bar()
            .nanos("again", "", Site::nanos)
            .where(site -> site.nanos >= 0);

    @Test
    void aCellIsTakenFromTheThingAsItsColumnSays() {
        assertThat(SITES.table("sites", "Sites", List.of(KNOWN)).rows())
                .containsExactly(Row.of(
                        Cell.text("a"),
                        Cell.text("b"),
                        Cell.text("b"),
                        Cell.bytes(7),
                        new Cell.Nanos(37),
                        new Cell.Nanos(37)));
    }

    @Test
    void whatIsNotKnownIsEmptyOrAbsentForAReason() {
        assertThat(SITES.table("sites", "Sites", List.of(UNKNOWN)).rows())
                .containsExactly(Row.of(
                        Cell.text("c"),
                        Cell.text(""),
                        Cell.absent("nobody calls it"),
                        Cell.absent("not measured"),
                        Cell.absent("not timed"),
                        Cell.text("")));
    }

    @Test
    void barsAreInTheLastColumnBeforeThem() {
        assertThat(SITES.table("sites", "Sites", List.of()).columns())
                .filteredOn(Column::bar)
                .extracting(Column::id)
                .containsExactly("total");
    }

    @Test
    void columnsUnderAConditionAreInTheirPlace() {
        Rows<Site> names = Rows.of(Site.class).text("site", "Site", Site::name);
        assertThat(names.when(true, rows -> rows.nanos("total", "Total", Site::nanos))
                        .when(false, rows -> rows.nanos("max", "Max", Site::nanos))
                        .text("caller", "Called by", Site::caller)
                        .table("sites", "Sites", List.of(KNOWN))
                        .columns())
                .extracting(Column::id)
                .containsExactly("site", "total", "caller");
        assertThat(names.table("sites", "Sites", List.of()).columns()).hasSize(1);
    }

    @Test
    void sumsFollowTheRowsAndHaveTheirRole() {
        Table table = Rows.of(Site.class)
                .roles(site -> site.caller == null ? Role.PART : Role.PLAIN)
                .text("site", "Site", Site::name)
                .totals(List.of(new Site("all", "x", OptionalLong.empty(), 0)))
                .top(2)
                .brief("site")
                .table("sites", "Sites", List.of(KNOWN, UNKNOWN), List.of("A note."));
        assertThat(table)
                .isEqualTo(new Table(
                        "sites",
                        "Sites",
                        List.of(Column.of("site", "Site")),
                        List.of(
                                new Row(Role.PLAIN, List.of(Cell.text("a"))),
                                new Row(Role.PART, List.of(Cell.text("c"))),
                                new Row(Role.TOTAL, List.of(Cell.text("all")))),
                        List.of("A note."),
                        2,
                        List.of("site")));
    }
}
