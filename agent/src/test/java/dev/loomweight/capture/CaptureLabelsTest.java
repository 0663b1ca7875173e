package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureLabelsTest {

    @TempDir
    private Path folder;

    @Test
    void ofResourceAttributesOnlyWhatSaysWhatAProcessIsIsTaken() {
        Map<String, String> labels = CaptureLabels.of(Map.of(
                "OTEL_RESOURCE_ATTRIBUTES",
                "service.name=ignored,service.version=1%2E2+b, k8s.pod.name = cart-7d9 ,token=secret,deployment.environment=p%ZZ,=x,y",
                "OTEL_SERVICE_NAME",
                "cart",
                "POD_NAME",
                "another",
                "POD_NAMESPACE",
                "shop",
                "PASSWORD",
                "secret"));

        assertThat(labels)
                .isEqualTo(Map.of(
                        "service", "cart",
                        "version", "1.2+b",
                        "pod", "cart-7d9",
                        "namespace", "shop",
                        "environment", "p%ZZ"));
        assertThat(CaptureLabels.of(Map.of("HOME", "/root"))).isEmpty();
    }

    @Test
    void theLabelsOfAPodSayWhatTheEnvironmentDoesNot() throws IOException {
        Path file = Files.writeString(
                folder.resolve("labels"),
                "app=\"old\"\napp.kubernetes.io/name=\"cart\"\napp.kubernetes.io/version=\"3\"\nsecret=\"x\"\n");

        assertThat(CaptureLabels.of(Map.of("NODE_NAME", "n1"), file))
                .isEqualTo(Map.of("service", "cart", "version", "3", "node", "n1"));
        assertThat(CaptureLabels.of(Map.of("OTEL_SERVICE_NAME", "other"), file)).containsEntry("service", "other");
        assertThat(CaptureLabels.of(Map.of(), folder.resolve("none"))).isEmpty();
    }

    @Test
    void whatUsersWriteIsALabelOrRefused() {
        Map<String, String> labels = new LinkedHashMap<>();
        CaptureLabels.add(" service = a=b ", labels);
        assertThat(labels).isEqualTo(Map.of("service", "a=b"));
        for (String bad : new String[] {"", "x", "=x", "x=", "x=" + "y".repeat(257)}) {
            assertThatThrownBy(() -> CaptureLabels.add(bad, labels)).isInstanceOf(IllegalArgumentException.class);
        }
        for (int i = 1; i < CaptureLabels.MAX_LABELS; i++) {
            CaptureLabels.add("l" + i + "=x", labels);
        }
        CaptureLabels.add("service=again", labels);
        assertThatThrownBy(() -> CaptureLabels.add("more=x", labels)).hasMessage("more than 32 labels");
    }
}
