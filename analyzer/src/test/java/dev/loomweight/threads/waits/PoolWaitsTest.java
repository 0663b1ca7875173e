package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HikariCP with H2: 20 virtual threads, two connections. They wait at a queue, as workers do that have nothing to do. */
@Tag("applications")
class PoolWaitsTest {

    private static final String SOURCE = """
            import java.sql.Connection;
            import java.util.Properties;
            import javax.sql.DataSource;

            public class Orders {
                static void order(DataSource pool) throws Exception {
                    try (Connection connection = pool.getConnection()) {
                        connection.createStatement().execute("select 1");
                        Thread.sleep(20);
                    }
                }

                public static void main(String[] args) throws Exception {
                    Properties settings = new Properties();
                    settings.put("jdbcUrl", "jdbc:h2:mem:orders");
                    settings.put("maximumPoolSize", "2");
                    Class<?> config = Class.forName("com.zaxxer.hikari.HikariConfig");
                    DataSource pool = (DataSource) Class.forName("com.zaxxer.hikari.HikariDataSource")
                            .getConstructor(config)
                            .newInstance(config.getConstructor(Properties.class).newInstance(settings));
                    pool.getConnection().close();
                    for (int i = 0; i < 20; i++) {
                        Thread.ofVirtual().name("order-" + i).start(() -> {
                            try {
                                while (true) {
                                    order(pool);
                                }
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
                    }
                    System.out.println("ready");
                    System.in.read();
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void theConnectionsAreWhatIsScarce(String jdk) throws Exception {
        String jars = jar("shop", "HikariCP-")
                + File.pathSeparator
                + jar("shop", "slf4j-api-")
                + File.pathSeparator
                + jar("service", "h2-");
        LiveCapture capture = new LiveCapture(
                new LiveCapture.What(null, DumpRequest.of(40, Duration.ofMillis(30)), null), null, line -> {});
        Section section;
        try (WaitingApp app = WaitingApp.start(
                Jdks.home(jdk),
                folder,
                "Orders",
                SOURCE,
                "-cp",
                folder.resolve("classes") + File.pathSeparator + jars)) {
            section = Question.WAITS
                    .ask(InputOptions.of(Path.of(Long.toString(app.pid()))), count -> {}, capture)
                    .report()
                    .sections()
                    .getFirst();
        }
        Finding finding = section.findings().getFirst();

        assertThat(finding.summary())
                .contains("an object of the pool com.zaxxer.hikari.util.ConcurrentBag", " at Orders.order:7", "9");
        assertThat(finding.solution()).startsWith("Return objects sooner");
        assertThat(finding.place()).isNotNull();
    }

    private static Path jar(String application, String prefix) throws IOException {
        Path lib = Path.of(System.getProperty("loomweight.applications", "../samples/applications"))
                .resolve(application)
                .resolve("target/lib");
        assumeTrue(Files.isDirectory(lib), "scripts/test applications builds " + lib);
        try (Stream<Path> files = Files.list(lib)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .sorted()
                    .toList()
                    .getFirst()
                    .toAbsolutePath();
        }
    }
}
