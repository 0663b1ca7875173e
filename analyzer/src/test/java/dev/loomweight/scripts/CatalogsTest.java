package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What is said about Loomweight where other tools look for it agrees with the build; {@code scripts/test catalogs} and
 * {@code scripts/test container} run it.
 */
class CatalogsTest {

    private static final Path ROOT = Path.of("..");

    @Test
    void theCatalogOfJbangNamesTheArtifactsOfThisVersion() throws IOException {
        JsonObject alias = JsonParser.parseString(Files.readString(ROOT.resolve("scripts/jbang/jbang-catalog.json")))
                .getAsJsonObject()
                .getAsJsonObject("aliases")
                .getAsJsonObject("loomweight");
        Matcher version =
                Pattern.compile("(?m)^  <version>(.*)</version>$").matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();

        assertThat(alias.get("script-ref").getAsString())
                .isEqualTo("dev.loomweight:loomweight-analyzer:" + version.group(1) + ":all@fatjar");
        assertThat(alias.get("dependencies").getAsJsonArray().get(0).getAsString())
                .isEqualTo("dev.loomweight:loomweight-samples:" + version.group(1) + "@fatjar");
        assertThat(alias.get("main").getAsString()).isEqualTo("dev.loomweight.cli.Main");
        assertThat(alias.get("runtime-options").toString())
                .contains("--add-exports=jdk.attach/sun.tools.attach=ALL-UNNAMED");
    }

    /** Images of applications copy the agent from there: the path stays. */
    @Test
    void theImageIsNotRootAndHasTheAgentWhereThePageSays() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("scripts/container/Dockerfile"));

        assertThat(lines).contains("USER 10001:10001", "ENTRYPOINT [\"loomweight\"]");
        assertThat(String.join("\n", lines)).contains(" /loomweight/loomweight-agent.jar");
        assertThat(Files.readString(ROOT.resolve("docs/install.md")))
                .contains("COPY --from=loomweight /loomweight/loomweight-agent.jar ");
    }
}
