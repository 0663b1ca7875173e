package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {service}/{version}/{pod}-{time}.jfr | /a/b/cart/1.2/cart-7d9f-x2x-20261102-101112.jfr | {pod=cart-7d9f-x2x, service=cart, version=1.2}
                    {service}/{version}/{pod}-{time}.jfr | cart/1.2/cart-7d9f-x2x-2026-11-02T10-11-12Z.jfr | {pod=cart-7d9f-x2x, service=cart, version=1.2}
                    {service}/{version}/{pod}-{time}.jfr | cart/1.2/web-1-1763900000.jfr | {pod=web-1, service=cart, version=1.2}
                    {service}/{version}/{pod}-{time}.jfr | cart/1.2/web-1-20261102.jfr.gz |
                    {service}/{version}/{pod}-{time}.jfr | 1.2/web-1-20261102.jfr |
                    {application}/profile-{executor}.jfr | dfs/application_17_0001_1/profile-exec-3.jfr | {application=application_17_0001_1, executor=exec-3}
                    {service}/{pod}.jfr | xcart/web.jfr | {pod=web, service=xcart}
                    {service}/{pod}.jfr | web.jfr |
                    {service}-{pod}.jfr* | x/a-b-c.jfr.gz | {pod=c, service=a-b}
                    {service}/**/{pod}.jfr | s/2026/11/p.jfr | {pod=p, service=11}
                    /fleet/{service}/**/{pod}.jfr | x/fleet/s/2026/11/p.jfr | {pod=p, service=s}
                    {namespace}.{service}[1]/(a).jfr | n.s[1]/(a).jfr | {namespace=n, service=s}
                    """)
    void labelsOfPaths(String pattern, String path, String labels) {
        Labels found = PathPattern.of(pattern).labels(path);

        assertThat(found == null ? null : found.toString()).isEqualTo(labels);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {service}/{service}.jfr | {service} is there twice
                    {}/x.jfr                | {} is not the name of a label, such as {service}
                    {a b}/x.jfr             | {a b} is not the name of a label, such as {service}
                    {service/x.jfr          | a { without its }
                    *.jfr                   | it names no label; write for example {service}/{version}/{pod}.jfr
                    {time}.jfr              | it names no label; write for example {service}/{version}/{pod}.jfr
                    """)
    void whatIsNoPatternIsRefused(String pattern, String message) {
        assertThatThrownBy(() -> PathPattern.of(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    /** Two stars with a slash stand for folders, without one for the rest of a path. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {service}/**        | s/2026/p.jfr | {service=2026}
            {service}/x**.jfr   | s/xy/p.jfr   | {service=s}
            {service}/x**.jfr   | s/x.jfr      | {service=s}
            {service}/x/**p.jfr | s/x/p.jfr    | {service=s}
            {service}/x/**p.jfr | s/x/y/p.jfr  | {service=s}
            {service}/x/**/.jfr | s/xp.jfr     |
            //{service}/p.jfr   | s/p.jfr      | {service=s}
            """)
    void stars(String pattern, String path, String labels) {
        Labels found = PathPattern.of(pattern).labels(path);

        assertThat(found == null ? null : found.toString()).isEqualTo(labels);
    }

    @Test
    void namesWithoutTheTime() {
        assertThat(PathPattern.of("{version}/{pod}-{time}.jfr").names()).containsExactly("version", "pod");
    }

    /** Java's own expressions would not end. */
    @Test
    void aLongPathIsMatchedInLinearTime() {
        PathPattern pattern = PathPattern.of("{a}-{b}-{c}-{d}-{e}-{f}-{g}-{h}.x");

        assertThat(pattern.labels("-".repeat(4000))).isNull();
    }
}
