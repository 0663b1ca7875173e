package dev.loomweight.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file of a checkout is the source of a class. */
class SourceTreeTest {

    @TempDir
    private Path root;

    @Test
    void aCheckoutIsFoundFromAnyFolderInIt() throws IOException {
        Files.createDirectory(root.resolve(".git"));
        Path deep = Files.createDirectories(root.resolve("a/b"));
        // Of another work tree of the same repository, a file.
        Path tree = Files.createDirectories(root.resolve("trees/c"));
        Files.writeString(tree.resolve(".git"), "gitdir: ...");

        assertThat(SourceTree.around(deep)).isEqualTo(root.toAbsolutePath().normalize());
        assertThat(SourceTree.around(tree)).isEqualTo(tree.toAbsolutePath().normalize());
    }

    @Test
    void modulesOfMavenAndGradleAndFoldersOfKotlin() throws IOException {
        source(
                "shop/src/main/java/com/acme/Cart.java",
                "/* package com.other; */\n\npackage com.acme ;\nclass Cart {}");
        source("shop/src/main/java/com/other/Cart.java", "package com.other;");
        source("app/src/main/kotlin/Till.kt", "@file:JvmName(\"x\")\n// package com.wrong\npackage com.`acme`\n");
        source("app/src/main/kotlin/Tools.kt", "package com.acme\nfun help() {}");
        source("Root.java", "final class Root {}");

        assertThat(file("com.acme.Cart", null)).isEqualTo("shop/src/main/java/com/acme/Cart.java");
        assertThat(file("com.acme.Cart$Line$1", null)).isEqualTo("shop/src/main/java/com/acme/Cart.java");
        assertThat(file("com.acme.Till", "Till.kt")).isEqualTo("app/src/main/kotlin/Till.kt");
        assertThat(file("com.acme.Till", null)).isEqualTo("app/src/main/kotlin/Till.kt");
        assertThat(file("com.acme.ToolsKt", null)).isEqualTo("app/src/main/kotlin/Tools.kt");
        assertThat(file("Root", null)).isEqualTo("Root.java");
        assertThat(file("com.acme.Root", null)).isNull();
        assertThat(file("com.unknown.Cart", null)).isNull();
    }

    @Test
    void ofSeveralNoneIsNamed() throws IOException {
        source("a/src/com/acme/Cart.java", "package com.acme;");
        assertThat(file("com.acme.Cart", null)).isEqualTo("a/src/com/acme/Cart.java");

        source("b/src/com/acme/Cart.java", "package com.acme;");
        assertThat(file("com.acme.Cart", null)).isNull();
    }

    @Test
    void whatBuildsMakeIsLeftOutAndPackagesOfTheseNamesAreNot() throws IOException {
        source("pom.xml", "");
        source("target/generated-sources/com/acme/Made.java", "package com.acme;");
        source("app/build.gradle.kts", "");
        source("app/build/generated/com/acme/Made.java", "package com.acme;");
        source(".cache/com/acme/Made.java", "package com.acme;");
        source("node_modules/com/acme/Made.java", "package com.acme;");
        source("app/src/com/acme/build/Plan.java", "package com.acme.build;");
        source("app/src/com/acme/target/Aim.java", "package com.acme.target;");

        assertThat(file("com.acme.Made", null)).isNull();
        assertThat(file("com.acme.build.Plan", null)).isEqualTo("app/src/com/acme/build/Plan.java");
        assertThat(file("com.acme.target.Aim", null)).isEqualTo("app/src/com/acme/target/Aim.java");
    }

    @Test
    void linksAndNamesOfOthersLeadNowhere() throws IOException {
        Path outside = Files.createDirectories(root.resolve("outside"));
        Path checkout = Files.createDirectories(root.resolve("checkout"));
        Files.writeString(outside.resolve("Cart.java"), "package com.acme;");
        Files.createSymbolicLink(checkout.resolve("Cart.java"), outside.resolve("Cart.java"));
        Files.createSymbolicLink(checkout.resolve("folder"), outside);
        Place link = new Place("com.acme.Cart", "add", 1, null);
        Place above = new Place("com.acme.Cart", "add", 1, "../outside/Cart.java");

        assertThat(SourceTree.find(checkout, List.of(link, above))).isEmpty();
    }

    private void source(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private @Nullable String file(String className, @Nullable String sourceFile) {
        Place place = new Place(className, "add", 12, sourceFile);
        return SourceTree.find(root, List.of(place)).get(place);
    }
}
