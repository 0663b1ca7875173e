package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruncationTest {

    @ParameterizedTest
    @CsvSource({
        "36, com.acme.shop.Cart.add(Cart.java:12)",
        "35, c.acme.shop.Cart.add(Cart.java:12)",
        "33, c.a.shop.Cart.add(Cart.java:12)",
        "30, c.a.s.Cart.add(Cart.java:12)",
        "27, c.a.s.Cart.add:12",
        "16, Cart.add:12",
        "10, Cart…dd:12",
        "1, …",
    })
    void framesLosePackagesThenTheFileThenTheirMiddle(int columns, String text) {
        assertThat(Truncation.label("com.acme.shop.Cart.add(Cart.java:12)", columns))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "a sentence of words, 10, a sentenc…",
        "a sentence of words, 12, a sentence…",
        "java.util.Map$Entry[], 17, j.u.Map$Entry[]",
        "nodots, 5, no…ts",
        "仮想スレッド, 7, 仮…ド",
        "some.package.only, 12, some.…e.only",
        "com.acme.Native.call(Native Method), 30, com.acme.Native.call(Native M…",
    })
    void otherLabelsKeepWhatTellsMost(String label, int columns, String text) {
        assertThat(Truncation.label(label, columns)).isEqualTo(text);
    }

    @Test
    void cellsStayIndentedInEveryLine() {
        assertThat(Truncation.cell("    int sum = 0; ", 40, 6)).containsExactly("    int sum = 0;");
        assertThat(Truncation.cell("    }", 40, 6)).containsExactly("    }");
        assertThat(Truncation.cell("    one two three", 11, 6)).containsExactly("    one two", "    three");
        assertThat(Truncation.cell("          one two", 8, 6)).containsExactly("    one", "    two");
        assertThat(Truncation.cell("   x", 2, 6)).containsExactly("x");
        assertThat(Truncation.cell("   ", 8, 6)).containsExactly("");
    }
}
