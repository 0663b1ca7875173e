package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrappingTest {

    @ParameterizedTest
    // A wide character and a comma take three columns.
    @ValueSource(ints = {3, 5, 9, 10, 11, 20, 22})
    void noLineIsACommaAlone(int columns) {
        String names = "tomcat-exec-1, tomcat-exec-10, tomcat-ex, tomcat-exe, 線線線線線, x, y";

        assertThat(TerminalColumns.lines(names, columns))
                .doesNotContain(",")
                .allSatisfy(line -> assertThat(TerminalColumns.of(line)).isLessThanOrEqualTo(columns));
        assertThat(String.join("", TerminalColumns.lines(names, columns)).replace(" ", ""))
                .isEqualTo(names.replace(" ", ""));
    }

    @Test
    void aWordThatFitsIsNotBroken() {
        assertThat(TerminalColumns.lines("worker-1, worker-22, w", 10)).containsExactly("worker-1,", "worker-22,", "w");
        assertThat(TerminalColumns.lines("worker-22, w", 9)).containsExactly("worker-2", "2, w");
    }

    @Test
    void aNameThatIsTooLongIsBrokenAfterOneOfItsParts() {
        assertThat(TerminalColumns.lines("org.postgresql.core.v3.QueryExecutorImpl.execute blocks", 24))
                .containsExactly("org.postgresql.core.v3.", "QueryExecutorImpl.", "execute blocks");
        assertThat(TerminalColumns.lines("jdk.internal.loader.BuiltinClassLoader$Loaded", 40))
                .containsExactly("jdk.internal.loader.BuiltinClassLoader$", "Loaded");
        assertThat(TerminalColumns.lines("target/first-screen/spring", 12))
                .containsExactly("target/", "first-screen", "/spring");
        // Where only little of a line would be used, the name is broken anywhere.
        assertThat(TerminalColumns.lines("a.UnboundedLocalCacheOfAll", 20))
                .containsExactly("a.UnboundedLocalCach", "eOfAll");
    }
}
