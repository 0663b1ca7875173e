package dev.loomweight.input.text.lines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.JsonTokens.Token;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Texts of tokens that come again and again. */
class JsonTokensTest {

    private static List<String> texts(String json) {
        JsonTokens tokens = new JsonTokens(new LineCursor(new StringReader(json), "dump"));
        List<String> texts = new ArrayList<>();
        for (Token token = tokens.next(); token != Token.END; token = tokens.next()) {
            if (token == Token.STRING) {
                texts.add(tokens.text());
            }
        }
        return texts;
    }

    private static String frame(int line) {
        // Some differ in the middle alone, and some are longer than what is kept.
        return "com.acme.Shop" + "x".repeat(line % 7 * 50) + line % 97 + ".order(Shop.java:" + line / 97 + ")";
    }

    @Test
    void theyAreWhatStandsThere() {
        List<String> frames = IntStream.range(0, 20_000)
                .map(i -> i % 5_000)
                .mapToObj(JsonTokensTest::frame)
                .toList();

        assertThat(texts("[\"" + String.join("\",\n\"", frames) + "\"]")).isEqualTo(frames);
    }

    @Test
    void thoseThatComeAgainAreOneObject() {
        List<String> texts = texts("[\"tid\", \"\", \"name\", \"tid\", \"\"]");

        assertThat(texts).containsExactly("tid", "", "name", "tid", "");
        assertThat(texts.get(3)).isSameAs(texts.get(0));
    }
}
