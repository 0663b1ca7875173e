package dev.loomweight.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.rules.RuleResult.RuleText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "consider removing them.<p>If the calls | consider removing them. If the calls",
                "<ul><li>one</li><li>two</li></ul> | one two",
                "see <a href=\"http://x/?a=1&amp;b=2\">this</a>, <BR/> then that | see this , then that",
                "void Foo.<init>(int), Bar.<clinit>() | void Foo.<init>(int), Bar.<clinit>()",
                "-XX:ParallelGCThreads=<n>, 3 < 4 | -XX:ParallelGCThreads=<n>, 3 < 4",
                "a&lt;b&gt; &amp;amp; &#39;c&#39; &nbsp;d &#1114112; &unknown; | a<b> &amp; 'c' d &#1114112; &unknown;",
                "$1 costs \\ & more | $1 costs \\ & more",
            })
    void htmlIsTakenOutAndNothingElse(String text, String plain) {
        assertThat(RuleText.plain(text)).isEqualTo(plain);
    }
}
