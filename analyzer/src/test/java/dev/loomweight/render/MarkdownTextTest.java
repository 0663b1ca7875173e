package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names in a comment on a change: they are text, whatever a code host could make of them. */
class MarkdownTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '·',
            value = {
                "see https://evil.example/fix · see https:\\//evil.example/fix",
                "WWW.evil.example · WWW\\.evil.example",
                "ftp://a and http://b · ftp:\\//a and http:\\//b",
                "![x](http://a) · \\!\\[x\\](http:\\//a)",
                "<img src=//a> · \\<img src\\=//a\\>",
                "@ada fixes #1 · @&#8203;ada fixes \\#1",
                "com.acme.www.Cart::add · com.acme.www\\.Cart::add"
            })
    void isNoMarkupAndNoLink(String name, String expected) {
        assertThat(MarkdownText.of(name)).isEqualTo(expected);
    }
}
