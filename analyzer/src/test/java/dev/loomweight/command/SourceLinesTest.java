package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.pinning.SiteAnalysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Excerpts of an application's sources. */
class SourceLinesTest {

    @TempDir
    private Path folder;

    @Test
    void anExcerptIsIndentedAsTheFileIsAndHasNoTabs() throws IOException {
        Path file = folder.resolve("app/src/main/java/com/acme/Cart.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package com.acme;\n\nclass Cart {\n\tvoid add() {\n        sleep();\n\t}\n}\n");
        SourceLines lines = new SourceLines(List.of(folder.resolve("none"), folder));

        assertThat(lines.around("com.acme.Cart$Line", 5))
                .extracting(SiteAnalysis.Line::number, SiteAnalysis.Line::text)
                .containsExactly(
                        tuple(3, "class Cart {"),
                        tuple(4, "    void add() {"),
                        tuple(5, "        sleep();"),
                        tuple(6, "    }"),
                        tuple(7, "}"));
        assertThat(lines.around("com.acme.Cart", 8)).isEmpty();
        assertThat(lines.around("com.acme.Shop", 1)).isEmpty();
    }
}
