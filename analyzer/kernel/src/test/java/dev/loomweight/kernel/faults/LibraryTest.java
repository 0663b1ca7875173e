package dev.loomweight.kernel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.kernel.faults.Library.Affected;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LibraryTest {

    private static final Library PGJDBC =
            Objects.requireNonNull(KnownFaults.own().libraryOf("org.postgresql.core.v3.QueryExecutorImpl"));
    private static final Library HTTP_CLIENT = Objects.requireNonNull(
            KnownFaults.own().libraryOf("org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager"));

    @Test
    void aVersionIsOlderOrHasTheFixOrItIsUnknown() {
        assertThat(PGJDBC.affected("42.5.4")).isEqualTo(Affected.YES);
        assertThat(PGJDBC.affected("9.4.1212")).isEqualTo(Affected.YES);
        assertThat(PGJDBC.affected("42.6.0")).isEqualTo(Affected.NO);
        assertThat(PGJDBC.affected("42.6")).isEqualTo(Affected.NO);
        assertThat(PGJDBC.affected("42.10.1")).isEqualTo(Affected.NO);
        assertThat(PGJDBC.affected("42.6.0.jre7")).isEqualTo(Affected.NO);
        assertThat(PGJDBC.affected("")).isEqualTo(Affected.UNKNOWN);
        assertThat(PGJDBC.affected("SNAPSHOT")).isEqualTo(Affected.UNKNOWN);
        assertThat(HTTP_CLIENT.affected("5.3.1")).isEqualTo(Affected.YES);
        assertThat(HTTP_CLIENT.affected("5.4-beta1")).isEqualTo(Affected.UNKNOWN);
        assertThat(HTTP_CLIENT.affected("5.4.1")).isEqualTo(Affected.NO);
    }

    @Test
    void theVersionIsTakenFromWhatSpeaksOfTheLibraryAlone() {
        assertThat(PGJDBC.version(jar("postgresql-42.5.4.jar", "", ""))).isEqualTo("42.5.4");
        assertThat(PGJDBC.version(jar("pg.jar", "org.postgresql.jdbc", "42.5.4")))
                .isEqualTo("42.5.4");
        assertThat(PGJDBC.version(jar("shop-1.0-all.jar", "com.acme.shop", "1.0")))
                .isEmpty();
        assertThat(PGJDBC.version(jar("shop-1.0-all.jar", "", "1.0"))).isEmpty();
        assertThat(PGJDBC.version(jar("postgresql-tools-3.jar", "", "3"))).isEmpty();
        assertThat(PGJDBC.version(new Archive(
                        Archive.Kind.JAR,
                        "shop-1.0-all.jar",
                        "",
                        "1.0",
                        List.of(
                                new Archive.Artifact("com.acme", "shop", "1.0"),
                                new Archive.Artifact("org.postgresql", "postgresql", "42.3.1")),
                        "",
                        "shop-1.0-all.jar")))
                .isEqualTo("42.3.1");
        assertThat(PGJDBC.version(null)).isEmpty();
    }

    @Test
    void everyLibraryHasASourceAndOneMeaning() {
        for (Library library : KnownFaults.own().libraries()) {
            assertThat(library.sources().first()).as(library.name()).startsWith("https://");
            assertThat(library.fixedIn().isEmpty())
                    .as("%s has a release with the fix, or a note", library.name())
                    .isNotEqualTo(library.note().isEmpty());
            assertThat(library.note()).as(library.name()).doesNotEndWith(".");
            assertThat(library.packages()).as(library.name()).allMatch(prefix -> prefix.endsWith("."));
            for (String prefix : library.packages()) {
                assertThat(KnownFaults.own().libraryOf(prefix + "Any")).isEqualTo(library);
            }
        }
        assertThat(KnownFaults.own().libraryOf("com.acme.Cart")).isNull();
        assertThat(KnownFaults.own().libraryOf("org.postgresqlike.Cart")).isNull();
    }

    /** The page lists the same libraries, with the same releases and sources. */
    @Test
    void thePageHasTheTable() throws Exception {
        String page = Files.readString(Path.of("../../docs/pins.md"), StandardCharsets.UTF_8);

        for (Library library : KnownFaults.own().libraries()) {
            assertThat(page).contains("as of " + library.sources().read());
            assertThat(page.lines()
                            .filter(line -> line.contains(library.sources().first())))
                    .as(library.name())
                    .singleElement()
                    .asString()
                    .startsWith("| " + library.name() + " |")
                    .contains(library.fixedIn().isEmpty() ? library.note() : "| " + library.fixedIn() + " |");
        }
    }

    private static Archive jar(String file, String module, String version) {
        return new Archive(Archive.Kind.JAR, file, module, version, List.of(), "", file);
    }
}
