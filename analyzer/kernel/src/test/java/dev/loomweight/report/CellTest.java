package dev.loomweight.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cells and bars refuse. */
class CellTest {

    @ParameterizedTest
    @ValueSource(strings = {"tasks.md", "pages/tasks.html", "a-b_c.d.md"})
    void aLinkLeadsToAFileBesideTheReport(String file) {
        assertThat(new Cell.Link("words", file).file()).isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/etc/passwd", "../up.md", "javascript:alert(1)", "//host/x", "a/../b", "a b.md", "x.md)"})
    void andNowhereElse(String file) {
        assertThatThrownBy(() -> new Cell.Link("words", file)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aGroupHasABarForEveryColumn() {
        List<Bars.Column> columns = List.of(new Bars.Column("one", "one", ""));
        List<Bars.Group> groups = List.of(new Bars.Group("name", List.of()));
        assertThatThrownBy(() -> new Bars("bars", "", columns, groups)).isInstanceOf(IllegalArgumentException.class);
    }
}
