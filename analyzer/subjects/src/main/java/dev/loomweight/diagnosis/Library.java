package dev.loomweight.diagnosis;

import dev.loomweight.classfiles.Archive;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A library that is known to block inside of a monitor, and what is known of newer releases. Each entry names its source;
 * what had none is not here. Look at them again when {@link #AS_OF} is long ago.
 *
 * @param name what people call it
 * @param packages the prefixes of its classes
 * @param artifacts what its jar is called, without the version
 * @param fixedIn the release that its maintainers changed for virtual threads, or an empty string where none is known
 * @param note what is known where no such release is: a sentence without its full stop
 * @param source the address of a release note, a pull request or what its maintainers said
 */
public record Library(
        String name, List<String> packages, List<String> artifacts, String fixedIn, String note, String source) {

    /** When the sources were read. */
    public static final LocalDate AS_OF = LocalDate.of(2026, 11, 22);

    static final List<Library> ALL = List.of(
            new Library(
                    "pgjdbc",
                    List.of("org.postgresql."),
                    List.of("postgresql"),
                    "42.6.0",
                    "",
                    "https://github.com/pgjdbc/pgjdbc/pull/2635"),
            new Library(
                    "MySQL Connector/J",
                    List.of("com.mysql.cj.", "com.mysql.jdbc."),
                    List.of("mysql-connector-j", "mysql-connector-java"),
                    "9.0.0",
                    "",
                    "https://dev.mysql.com/doc/relnotes/connector-j/en/news-9-0-0.html"),
            new Library(
                    "MariaDB Connector/J",
                    List.of("org.mariadb.jdbc."),
                    List.of("mariadb-java-client"),
                    "3.3.0",
                    "",
                    "https://mariadb.com/kb/en/mcj-330-cl"),
            new Library(
                    "Microsoft's JDBC driver",
                    List.of("com.microsoft.sqlserver.jdbc."),
                    List.of("mssql-jdbc"),
                    "",
                    "Its maintainers replaced all monitors with locks by February 2024; use a later release",
                    "https://github.com/microsoft/mssql-jdbc/pull/2330"),
            new Library(
                    "H2",
                    List.of("org.h2."),
                    List.of("h2"),
                    "",
                    "Release 2.2.222 changed its TCP client for virtual threads; 2.5.252 still has monitors",
                    "https://newreleases.io/project/github/h2database/h2database/release/version-2.2.222"),
            new Library(
                    "Apache HttpClient 5",
                    List.of("org.apache.hc.client5."),
                    List.of("httpclient5"),
                    "5.4",
                    "",
                    "https://github.com/apache/httpcomponents-client/pull/476"),
            new Library(
                    "Apache HttpCore 5",
                    List.of("org.apache.hc.core5."),
                    List.of("httpcore5"),
                    "5.3",
                    "",
                    "https://issues.apache.org/jira/browse/HTTPCORE-746"),
            new Library(
                    "Apache HttpClient 4",
                    List.of("org.apache.http."),
                    List.of("httpclient", "httpcore"),
                    "",
                    "Its maintainers change this in 5 alone: move to HttpClient 5.4",
                    "https://www.mail-archive.com/dev@hc.apache.org/msg33299.html"),
            new Library(
                    "OkHttp",
                    List.of("okhttp3."),
                    List.of("okhttp", "okhttp-jvm"),
                    "",
                    "Release 5.0.0-alpha.12 replaced its monitors with locks; in May 2025 its maintainers went back to"
                            + " monitors",
                    "https://github.com/lysine-dev/okhttp/pull/8817"),
            new Library(
                    "Caffeine",
                    List.of("com.github.benmanes.caffeine."),
                    List.of("caffeine"),
                    "",
                    "Its maintainer advises an AsyncCache, which loads outside of the monitor",
                    "https://github.com/ben-manes/caffeine/issues/1468"),
            new Library(
                    "HikariCP",
                    List.of("com.zaxxer.hikari."),
                    List.of("HikariCP"),
                    "",
                    "The change that replaces its monitors was closed and not merged",
                    "https://github.com/brettwooldridge/HikariCP/pull/2055"),
            new Library(
                    "Apache Commons Pool 2",
                    List.of("org.apache.commons.pool2."),
                    List.of("commons-pool2"),
                    "",
                    "The change that replaces its monitors was not merged; a maintainer refers to JDK 24+",
                    "https://github.com/apache/commons-pool/pull/339"),
            new Library(
                    "Jedis",
                    List.of("redis.clients.jedis."),
                    List.of("jedis"),
                    "",
                    "A change that replaces its monitors with locks was proposed in July 2023 and merged; use a later"
                            + " release",
                    "https://github.com/redis/jedis/pull/3480"),
            new Library(
                    "Logback",
                    List.of("ch.qos.logback."),
                    List.of("logback-core", "logback-classic"),
                    "",
                    "AppenderBase.doAppend is synchronized: use an appender that extends UnsynchronizedAppenderBase,"
                            + " or put an AsyncAppender before it",
                    "https://github.com/qos-ch/logback/blob/master/logback-core/src/main/java/ch/qos/logback/core/"
                            + "AppenderBase.java"));

    public Library {
        packages = List.copyOf(packages);
        artifacts = List.copyOf(artifacts);
    }

    /** The library that a class is of, by its name; null where it is of none of them. */
    static @Nullable Library of(String className) {
        for (Library library : ALL) {
            for (String prefix : library.packages) {
                if (className.startsWith(prefix)) {
                    return library;
                }
            }
        }
        return null;
    }

    /**
     * Its version, by what says it of this library and not of a jar that others were merged into as well.
     *
     * @return an empty string where it is not known
     */
    public String version(@Nullable Archive jar) {
        if (jar == null) {
            return "";
        }
        for (Archive.Artifact artifact : jar.artifacts()) {
            if (artifacts.contains(artifact.name())) {
                return artifact.version();
            }
        }
        for (String artifact : artifacts) {
            if (jar.file().matches(Pattern.quote(artifact) + "-\\d.*\\.jar")) {
                return jar.file().substring(artifact.length() + 1, jar.file().length() - ".jar".length());
            }
        }
        boolean itsOwn = packages.stream().anyMatch(prefix -> (jar.module() + ".").startsWith(prefix));
        return itsOwn ? jar.version() : "";
    }

    /** How a version compares with {@link #fixedIn}. */
    public enum Age {
        /** It is older. */
        OLDER,
        /** It is that one, or newer. */
        FIXED,
        /** One of both is not known, or they differ in words alone. */
        UNKNOWN
    }

    /** How a version compares with the release that its maintainers changed. */
    public Age age(String version) {
        int end = endOfNumbers(version);
        int endOfFixed = endOfNumbers(fixedIn);
        if (end == 0 || endOfFixed == 0) {
            return Age.UNKNOWN;
        }
        String[] left = version.substring(0, end).split("\\.", -1);
        String[] right = fixedIn.substring(0, endOfFixed).split("\\.", -1);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Long.compare(part(left, i), part(right, i));
            if (order != 0) {
                return order < 0 ? Age.OLDER : Age.FIXED;
            }
        }
        // 5.4-alpha1 comes before 5.4, 12.4.jre11 does not.
        return end == version.length() || version.startsWith(".jre", end) ? Age.FIXED : Age.UNKNOWN;
    }

    // Of numbers with dots between them, at the beginning; 0 where there are none.
    private static int endOfNumbers(String version) {
        int end = 0;
        int at = 0;
        while (at < version.length() && isDigit(version.charAt(at))) {
            while (at < version.length() && isDigit(version.charAt(at))) {
                at++;
            }
            end = at;
            if (at < version.length() && version.charAt(at) == '.') {
                at++;
            }
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static long part(String[] parts, int i) {
        return i < parts.length && parts[i].length() < 18 ? Long.parseLong(parts[i]) : 0;
    }
}
