package dev.loomweight.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The gallery as a whole, and the form of its files; what the exhibits do is in {@link GalleryTest}. */
class ExhibitsTest {

    private static final Set<String> CAUSES = Set.of(
            "synchronizedMethod",
            "synchronizedBlock",
            "libraryMonitor",
            "objectWait",
            "monitorEnter",
            "nativeCall",
            "upcall",
            "nativeReflection",
            "classInitializer",
            "otherClassInitialization",
            "classLoading",
            "bootstrapMethod",
            "classLoaderLock",
            "classLinking",
            "freezeFailed",
            "jvmOwn",
            "waitStorm",
            "rejectedStart",
            "rejectedUnpark",
            Site.Cause.UNKNOWN,
            Site.Cause.NONE);

    static List<String> names() throws Exception {
        return Gallery.names();
    }

    @Test
    void everyExhibitHasItsExpectedFileAndTheOtherWayRound() throws Exception {
        Path folder = GalleryProcess.classes().resolve("dev/loomweight/samples/gallery");
        TreeSet<String> exhibits = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (String file :
                    files.map(path -> String.valueOf(path.getFileName())).toList()) {
                if (file.endsWith(".class")
                        && !file.equals("package-info.class")
                        && Exhibit.class.isAssignableFrom(load("dev.loomweight.samples.gallery."
                                + file.substring(0, file.length() - ".class".length())))) {
                    exhibits.add("dev.loomweight.samples.gallery." + file.replace(".class", ""));
                }
            }
        }

        assertThat(Gallery.names().stream().map(Gallery::className)).containsExactlyInAnyOrderElementsOf(exhibits);
    }

    @ParameterizedTest
    @MethodSource("names")
    void anExpectedFileHasAVerdictForBothKindsOfJdk(String name) throws Exception {
        Expected expected = Expected.of(name);

        assertThat(expected.shows()).isNotEmpty();
        assertThat(expected.sites()).flatExtracting(Site::jdks).contains(Site.Jdk.UNTIL_23, Site.Jdk.FROM_24);
        assertThat(expected.sites()).allSatisfy(site -> {
            assertThat(site.causes()).isNotEmpty().extracting(Site.Cause::id).isSubsetOf(CAUSES);
            if (site.event().isEmpty()) {
                assertThat(site.causes()).extracting(Site.Cause::id).containsExactly(Site.Cause.NONE);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("names")
    void theFramesOfTheGalleryThatAnExpectedFileNamesExist(String name) throws Exception {
        Expected expected = Expected.of(name);
        Stream<String> named = expected.sites().stream()
                .flatMap(site -> Stream.concat(
                        Stream.ofNullable(site.stack().caller()),
                        site.causes().stream().flatMap(cause -> Stream.ofNullable(cause.frame()))));

        assertThat(Stream.concat(named, expected.innocent().stream())
                        .filter(frame -> frame.startsWith("dev.loomweight.")))
                .allMatch(ExhibitsTest::exists);
    }

    @Test
    void nobodyIsBothInnocentAndToBlame() throws Exception {
        for (String name : Gallery.names()) {
            Expected expected = Expected.of(name);
            assertThat(expected.sites())
                    .as(name)
                    .flatExtracting(Site::causes)
                    .extracting(Site.Cause::frame)
                    .noneMatch(frame -> frame != null && expected.innocent().contains(frame));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Shows: x                                          | no verdict
            Shows: x~~Jdk: 21~Cause: none~Color: red           | unknown key: Color
            Shows: x~~Jdk: 20~Cause: none                      | not a JDK: 20
            Shows: x~~Jdk: 21~Cause: none~Count: 1~Count: 2    | more than one Count in a stanza
            Shows: x~~Jdk: 21~Cause: none or so                | not "cause at frame lock expression": none or so
            Shows: x~~Jdk 21                                   | not "Key: value": Jdk 21
            """)
    void aFileThatIsNotInTheFormIsRefused(String text, String problem) {
        assertThatThrownBy(() -> Expected.parse(text.replace('~', '\n')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void theListNamesAllWithTheirFlags() throws Exception {
        GalleryProcess.Outcome outcome = GalleryProcess.run("loomweight.jdk.newest", List.of());

        assertThat(outcome.status()).isZero();
        assertThat(outcome.output()
                        .lines()
                        .filter(line -> !line.startsWith(" "))
                        .map(line -> line.split(" ", 2)[0]))
                .containsExactlyElementsOf(Gallery.names());
        assertThat(outcome.output()).contains("needs -Djdk.virtualThreadScheduler.maxPoolSize=2");
    }

    @Test
    void aMistakeIsToldInOneLine() throws Exception {
        assertThat(GalleryProcess.run("loomweight.jdk.newest", List.of(), "nested-lock"))
                .isEqualTo(
                        new GalleryProcess.Outcome(
                                2,
                                "gallery: no exhibit is called nested-lock; without arguments, the gallery lists its exhibits\n"));
        assertThat(GalleryProcess.run("loomweight.jdk.newest", List.of(), "native-reflection"))
                .isEqualTo(new GalleryProcess.Outcome(
                        2,
                        "gallery: native-reflection needs this JVM to be started with"
                                + " -Djdk.reflect.useNativeAccessorOnly=true\n"));
    }

    private static boolean exists(String frame) {
        int dot = frame.lastIndexOf('.');
        String method = frame.substring(dot + 1);
        return method.equals("<clinit>")
                || Arrays.stream(load(frame.substring(0, dot)).getDeclaredMethods())
                        .map(Method::getName)
                        .anyMatch(method::equals);
    }

    /** Without its initializer, which may well be slow. */
    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ExhibitsTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name, e);
        }
    }
}
