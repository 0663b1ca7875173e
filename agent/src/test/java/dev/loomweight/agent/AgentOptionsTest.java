package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {

    @Test
    void withoutOptionsCaptureIsHereAndMetricsOnLoopback() {
        AgentOptions options = AgentOptions.parse("", "");

        assertThat(options.capture().out())
                .isEqualTo(Path.of("loomweight-" + ProcessHandle.current().pid() + ".lw"));
        assertThat(options.served().metrics()).isEqualTo(new AgentOptions.Address("127.0.0.1", 9464));
        assertThat(options.capture().maxSize()).isEqualTo(64 << 20);
        assertThat(options.capture().interval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.recorded().threadEvents()).isFalse();
        assertThat(options.served().jmx()).isTrue();
        assertThat(options.logged().sites()).isTrue();
        assertThat(options.logged().longer()).isEqualTo(Duration.ofMillis(20));
        assertThat(options.served().otelNames()).isFalse();
    }

    @Test
    void labelsAreOfOptionAndEnvironmentUnlessNoneIsWanted() {
        assertThat(AgentOptions.parse("", "").labels().given()).isEmpty();
        assertThat(AgentOptions.parse("", "").labels().ofEnvironment()).isTrue();
        AgentOptions some = AgentOptions.parse("", "labels=\"service=cart, version=1=2\",jmx=false");
        assertThat(some.labels().given()).isEqualTo(Map.of("service", "cart", "version", "1=2"));
        assertThat(some.labels().ofEnvironment()).isTrue();
        assertThat(AgentOptions.parse("labels=service=cart", "labels=none")
                        .labels()
                        .given())
                .isEmpty();
        assertThat(AgentOptions.parse("", "labels=none").labels().ofEnvironment())
                .isFalse();
        assertThatThrownBy(() -> AgentOptions.parse("", "labels=cart"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("labels such as \"service=checkout,version=3\", env or none");
    }

    @Test
    void aFoldIsOfACaptureAndAsRareAsOneASecond() {
        assertThat(AgentOptions.parse("", "").folds().command()).isNull();
        assertThat(AgentOptions.parse("fold=true", "fold=none").folds().command())
                .isNull();
        assertThat(AgentOptions.parse("", "fold=true").folds().command()).isEqualTo("true");
        assertThat(AgentOptions.parse("", "fold=true").folds().every()).isEqualTo(Duration.ofMinutes(1));
        assertThat(AgentOptions.parse("", "fold=\"/opt/a, b/lw\",fold-every=1s")
                        .folds()
                        .every())
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(AgentOptions.parse("", "fold=\"/opt/a, b/lw\"").folds().command())
                .isEqualTo("/opt/a, b/lw");
    }

    @Test
    void theJarsOptionsWinOverTheEnvironmentsKeyByKey() {
        AgentOptions options =
                AgentOptions.parse("interval=5s,metrics=0.0.0.0:9000", "interval=2m, out=none,jmx=false");

        assertThat(options.capture().interval()).isEqualTo(Duration.ofMinutes(2));
        assertThat(AgentOptions.parse("", "interval=1.5s").capture().interval()).isEqualTo(Duration.ofMillis(1500));
        assertThat(AgentOptions.parse("", "interval=2500ms").capture().interval())
                .isEqualTo(Duration.ofMillis(2500));
        assertThat(options.served().metrics()).isEqualTo(new AgentOptions.Address("0.0.0.0", 9000));
        assertThat(options.capture().out()).isNull();
        assertThat(options.served().jmx()).isFalse();
        assertThat(AgentOptions.parse("log-longer=1s", "log-longer=0.5ms")
                        .logged()
                        .longer())
                .isEqualTo(Duration.ofNanos(500_000));
        assertThat(AgentOptions.parse("", "metrics-names=otel").served().otelNames())
                .isTrue();
        assertThat(AgentOptions.parse("", "max-size=70000000").capture().maxSize())
                .isEqualTo(70_000_000);
        assertThat(AgentOptions.parse("", "max-size=64MB,min-free=0.5G")
                        .capture()
                        .minFree())
                .isEqualTo(512L << 20);
    }

    @Test
    void aQuotedValueMayHoldACommaAndAnEqualsSign() {
        assertThat(AgentOptions.parse("", "out=\"a,b=c.lw\",sites=7").capture().out())
                .isEqualTo(Path.of("a,b=c.lw"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ouput=x | unknown option \"ouput\"; the options are out, max-size, keep,",
                "out | the option out needs a value, as in out=loomweight-%p.lw",
                "out= | the option out needs a value",
                "keep=0 | invalid value \"0\" for the option keep; expected a number from 1 to 1000",
                "max-size=lots | the option max-size: invalid size 'lots'; expected for example 512k, 1m or 1g",
                "max-size=64q | the option max-size: invalid size '64q'; expected for example",
                "interval=0s | invalid value \"0s\" for the option interval; expected a time of 1s or more",
                "interval=500ms | invalid value \"500ms\" for the option interval; expected a time of 1s or more",
                "interval=10 | the option interval: invalid duration '10'; expected for example 500ms, 2s or 1m",
                "metrics=localhost:99999 | invalid value \"localhost:99999\" for the option metrics; expected a port, HOST:PORT or none",
                "metrics=:80 | invalid value \":80\" for the option metrics; expected a port, HOST:PORT or none",
                "log-longer=20 | the option log-longer: invalid duration '20'; expected for example 500ms, 2s or 1m",
                "metrics-names=micrometer | invalid value \"micrometer\" for the option metrics-names; expected loomweight or otel",
                "fold=true,fold-every=500ms | invalid value \"500ms\" for the option fold-every; expected a time of 1s or more",
                "fold=true,out=none | the option fold needs a capture, and out is none",
                "jmx=yes | invalid value \"yes\" for the option jmx; expected true or false",
                "out=\"a | a double quote is not closed",
            })
    void aBadOptionIsNamedWithWhatIsWanted(String text, String message) {
        assertThatThrownBy(() -> AgentOptions.parse("", text))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anIpv6HostHasItsPortBehindTheLastColon() {
        assertThat(AgentOptions.parse("metrics=::1:9464", "").served().metrics())
                .isEqualTo(new AgentOptions.Address("::1", 9464));
    }
}
