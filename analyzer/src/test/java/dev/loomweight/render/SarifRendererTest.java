package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SarifRendererTest {

    @Test
    void theDriverHasTheVersionThatWroteTheFindings() throws IOException {
        assertThat(driver("1.2.3").get("version").getAsString()).isEqualTo("1.2.3");
        assertThat(driver(null).has("version")).isFalse();
    }

    private static JsonObject driver(@Nullable String version) throws IOException {
        StringBuilder out = new StringBuilder();
        new SarifRenderer(place -> null, version).render(UsualReports.places(), out);
        return JsonParser.parseString(out.toString())
                .getAsJsonObject()
                .getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("tool")
                .getAsJsonObject("driver");
    }
}
