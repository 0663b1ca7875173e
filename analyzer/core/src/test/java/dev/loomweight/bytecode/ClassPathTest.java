package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.loomweight.Jdks;
import dev.loomweight.classfiles.Archive;
import dev.loomweight.classfiles.ClassBytes;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where class files are found, and what is said of what cannot be read. */
class ClassPathTest {

    @TempDir
    private Path folder;

    @Test
    void theFirstEntryThatHasAClassWins() throws IOException {
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes.resolve("com/acme"));
        Files.write(classes.resolve("com/acme/Cart.class"), Jars.classFile("com.acme.Cart", "of the directory"));
        Path jar = new Jars()
                .with("", "com.acme.Cart", "of the jar")
                .with("", "Plain", "plain")
                .write(folder.resolve("cart.jar"));

        assertFound("of the directory", "com.acme.Cart", classes.toString(), jar.toString());
        assertFound("of the jar", "com.acme.Cart", jar.toString(), classes.toString());
        assertFound("plain", "Plain", classes.toString(), jar.toString());
        assertFound(null, "com.acme.Nothing", classes.toString(), jar.toString());
        assertFound(null, "com.acme.Cart");
    }

    @Test
    void aWildcardIsEveryJarOfItsDirectory() throws IOException {
        new Jars().with("", "a.A", "1").write(folder.resolve("lib/1.jar"));
        new Jars().with("", "a.A", "2").with("", "a.B", "2").write(folder.resolve("lib/2.JAR"));
        String lib = folder.resolve("lib").toString();

        assertFound("1", "a.A", lib + "/*");
        assertFound("2", "a.B", lib + "/*");
        assertFound(null, "a.A", lib);
    }

    @ParameterizedTest
    @CsvSource({"BOOT-INF, true", "BOOT-INF, false", "WEB-INF, true", "WEB-INF, false"})
    void aFatJarHoldsClassesAndJars(String directory, boolean packed) throws IOException {
        byte[] inner = new Jars()
                .manifest("Multi-Release: true")
                .with("", "lib.Pool", "old")
                .with("META-INF/versions/17/", "lib.Pool", "17")
                .with("", "com.acme.Cart", "hidden by the own one")
                .bytes();
        Path jar = new Jars()
                .with(directory + "/lib/pool.jar", inner, packed)
                .with(directory + "/classes/", "com.acme.Cart", "own")
                .with("", "boot.Launcher", "root")
                .write(folder.resolve("app.jar"));

        assertFound("own", "com.acme.Cart", jar.toString());
        assertFound("17", "lib.Pool", jar.toString());
        assertFound("root", "boot.Launcher", jar.toString());
        try (ClassPath path = ClassPath.of(List.of(jar.toString()), null, 21)) {
            ClassBytes found = Objects.requireNonNull(path.find("lib.Pool"));
            assertThat(found.origin()).isEqualTo(jar + "!/" + directory + "/lib/pool.jar");
        }
    }

    /** An enterprise archive: a war with its jars, and jars beside it. */
    @Test
    void anEarHoldsWars() throws IOException {
        byte[] inner = new Jars().with("", "lib.Pool", "in the war").bytes();
        byte[] war = new Jars()
                .with("WEB-INF/classes/", "com.acme.Cart", "own")
                .with("WEB-INF/lib/pool.jar", inner, true)
                .bytes();
        Path ear = new Jars()
                .with("shop.war", war, true)
                .with(
                        "lib/shared.jar",
                        new Jars().with("", "shared.Money", "beside").bytes(),
                        true)
                .write(folder.resolve("app.ear"));

        assertFound("own", "com.acme.Cart", ear.toString());
        assertFound("in the war", "lib.Pool", ear.toString());
        assertFound("beside", "shared.Money", ear.toString());
    }

    @Test
    void aJmodAndTheFileOfModulesOfAJdkHoldClasses() throws IOException {
        Path jmod =
                new Jars().with("classes/", "jdk.internal.Pool", "of a jmod").write(folder.resolve("java.base.jmod"));
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");

        assertFound("of a jmod", "jdk.internal.Pool", jmod.toString());
        assertFound("Thread.java", "java.lang.Thread", modules.toString());
        try (ClassPath path = ClassPath.of(List.of(jmod.toString()), null, 21)) {
            assertThat(Objects.requireNonNull(Objects.requireNonNull(path.find("jdk.internal.Pool"))
                                    .archive())
                            .kind())
                    .isEqualTo(Archive.Kind.JDK);
        }
    }

    @Test
    void anUnpackedFatJarIsOneToo() throws IOException {
        Path app = folder.resolve("app");
        new Jars().with("", "lib.Pool", "in lib").write(app.resolve("BOOT-INF/lib/pool.jar"));
        Files.createDirectories(app.resolve("BOOT-INF/classes"));
        Files.write(app.resolve("BOOT-INF/classes/Main.class"), Jars.classFile("Main", "own"));

        assertFound("own", "Main", app.toString());
        assertFound("in lib", "lib.Pool", app.toString());
    }

    @ParameterizedTest
    @CsvSource({"0, base", "8, base", "11, base", "16, base", "17, 17", "20, 17", "21, 21", "25, 21"})
    void aMultiReleaseJarGivesWhatItsJvmWouldTake(int version, String expected) throws IOException {
        Jars jar = new Jars()
                .with("META-INF/versions/21/", "a.A", "21")
                .with("META-INF/versions/17/", "a.A", "17")
                .with("META-INF/versions/26/", "a.A", "26")
                .with("", "a.A", "base")
                .manifest("Multi-Release: True");
        Path file = jar.write(folder.resolve("multi.jar"));

        assertThat(sourceFile(version, "a.A", file.toString())).isEqualTo(expected);
    }

    @Test
    void versionsOfAJarThatIsNotMultiReleaseAreNotLookedAt() throws IOException {
        Path file = new Jars()
                .with("META-INF/versions/9/", "a.A", "9")
                .with("", "a.A", "base")
                .write(folder.resolve("single.jar"));

        assertFound("base", "a.A", file.toString());
    }

    @Test
    void aManifestListsFurtherJars() throws IOException {
        new Jars().with("", "a.A", "listed").manifest("Class-Path: main.jar").write(folder.resolve("lib/a b.jar"));
        Path main = new Jars()
                .manifest("Class-Path: lib/a%20b.jar lib/missing.jar http://127.0.0.1/x.jar")
                .write(folder.resolve("main.jar"));

        assertFound("listed", "a.A", main.toString());
    }

    @Test
    void aScriptBeforeTheJarIsSkipped() throws IOException {
        byte[] jar = new Jars().with("", "a.A", "behind").bytes();
        byte[] script = "#!/bin/sh\nexec java -jar $0\n".getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(script, script.length + jar.length);
        System.arraycopy(jar, 0, both, script.length, jar.length);
        Path file = Files.write(folder.resolve("app"), both);

        assertFound("behind", "a.A", file.toString());
    }

    @Test
    void aJarOfMoreEntriesThanSixteenBitsCountIsReadWhole() throws IOException {
        Jars jar = new Jars();
        for (int i = 0; i < 66_000; i++) {
            jar.with("x/" + i, new byte[0], true);
        }
        Path file = jar.with("", "a.A", "last").write(folder.resolve("large.jar"));

        assertFound("last", "a.A", file.toString());
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "this is no jar");
        Path empty = Files.write(folder.resolve("empty.jar"), new byte[0]);
        byte[] whole = new Jars().with("", "a.A", "x").bytes();
        Path cut = Files.write(folder.resolve("cut.jar"), Arrays.copyOf(whole, whole.length - 30));
        Path fat = new Jars()
                .with("BOOT-INF/lib/bad.jar", "no jar".getBytes(StandardCharsets.UTF_8), false)
                .with("", "b.B", "good")
                .write(folder.resolve("fat.jar"));
        String missing = folder.resolve("missing.jar").toString();
        List<String> entries =
                List.of(text.toString(), empty.toString(), cut.toString(), fat.toString(), missing, missing + "/*");
        try (ClassPath path = ClassPath.of(entries, null, 21)) {
            assertThat(path.find("a.A")).isNull();
            assertThat(path.find("b.B")).isNotNull();
            assertThat(path.notes())
                    .containsExactly(
                            "Cannot list the jars of directory " + missing + ": NoSuchFileException.",
                            "Cannot read " + cut + ": it is not a zip file, or is truncated.",
                            "Cannot read " + empty + ": it is empty.",
                            "Cannot read " + fat + "!/BOOT-INF/lib/bad.jar: it is not a zip file, or is truncated.",
                            "Cannot read " + text + ": it is not a zip file, or is truncated.",
                            "Class path entry " + missing + " does not exist.");
        }
    }

    @Test
    void anEntryThatIsAnotherClassIsNamed() throws IOException {
        Path file = new Jars()
                .with("com/acme/Cart.class", Jars.classFile("com.acme.Other", "x"), true)
                .write(folder.resolve("wrong.jar"));
        try (ClassPath path = ClassPath.of(List.of(file.toString()), null, 21)) {
            Code code = new Code(path);

            assertThat(code.sourceFile("com.acme.Cart")).isNull();
            assertThat(code.sourceFile("com.acme.Cart")).isNull();
            assertThat(path.notes())
                    .containsExactly(
                            "Cannot read com.acme.Cart in " + file + ": it is the class file of com.acme.Other.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.home", "loomweight.jdk21", "loomweight.jdk.newest"})
    void classesOfAJdkComeFromItsModules(String property) throws IOException {
        try (ClassPath path = ClassPath.of(List.of(), Jdks.home(property), 21)) {
            assertThat(path.find("java.util.concurrent.ConcurrentHashMap")).isNotNull();
            assertThat(path.find("jdk.jfr.Recording")).isNotNull();
            assertThat(path.find("java.util.concurrent.Missing")).isNull();
            assertThat(path.find("com.acme.Cart")).isNull();
            assertThat(path.find("Plain")).isNull();
            assertThat(path.notes()).isEmpty();
        }
    }

    @Test
    void aHomeThatIsNoJdkIsNamed() throws IOException {
        Path broken = folder.resolve("broken");
        Files.createDirectories(broken.resolve("lib"));
        Files.writeString(broken.resolve("lib/modules"), "not a module file");
        Path jar = new Jars().with("", "a.A", "still found").write(folder.resolve("a.jar"));
        for (Path home : List.of(folder.resolve("none"), broken)) {
            try (ClassPath path = ClassPath.of(List.of(jar.toString()), home, 21)) {
                assertThat(path.find("java.lang.Object")).isNull();
                assertThat(path.find("a.A")).isNotNull();
                assertThat(path.notes())
                        .singleElement()
                        .asString()
                        .startsWith("Cannot read the classes of the JDK: " + home.resolve("lib/modules") + ": ");
            }
        }
    }

    @Test
    void modulesThatAreCutOffAreNamedOnce() throws IOException {
        Path jdk = Path.of(System.getProperty("java.home"));
        Path cut = folder.resolve("cut");
        Files.createDirectories(cut.resolve("lib"));
        Files.copy(jdk.resolve("lib/jrt-fs.jar"), cut.resolve("lib/jrt-fs.jar"));
        try (InputStream modules = Files.newInputStream(jdk.resolve("lib/modules"))) {
            Files.write(cut.resolve("lib/modules"), modules.readNBytes(3_000_000));
        }
        try (ClassPath path = ClassPath.of(List.of(), cut, 21)) {
            assertThat(path.find("java.util.concurrent.ConcurrentHashMap")).isNull();
            assertThat(path.find("java.lang.Object")).isNull();
            assertThat(path.find("java.util.Map")).isNull();
            assertThat(path.notes())
                    .singleElement()
                    .asString()
                    .contains(cut.resolve("lib/modules").toString());
        }
    }

    @Test
    void oddNamesAreNotFound() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.write(folder.resolve("Outside.class"), Jars.classFile("Outside", "x"));

        for (String name :
                List.of("", ".", "..Outside", "a\0b", "/etc/passwd", "a".repeat(5000), "é.Ü", "../Outside")) {
            assertFound(null, name, classes.toString());
        }
    }

    @Test
    void aClosedClassPathIsNotUsedAnyMore() throws IOException {
        ClassPath path = ClassPath.none();
        assertThat(path.isEmpty()).isTrue();
        path.close();
        path.close();

        assertThatIllegalStateException().isThrownBy(() -> path.find("a.A"));
    }

    @Test
    void aClassPathIsSplitAtTheSystemsSeparator() {
        assertThat(ClassPath.split(String.join(File.pathSeparator, "a.jar", "", "lib/*", " ")))
                .containsExactly("a.jar", "lib/*");
    }

    private void assertFound(@Nullable String label, String className, String... entries) throws IOException {
        assertThat(sourceFile(21, className, entries)).isEqualTo(label);
    }

    private static @Nullable String sourceFile(int version, String className, String... entries) throws IOException {
        try (ClassPath path = ClassPath.of(List.of(entries), null, version)) {
            String source = new Code(path).sourceFile(className);
            assertThat(path.notes()).isEmpty();
            return source;
        }
    }
}
