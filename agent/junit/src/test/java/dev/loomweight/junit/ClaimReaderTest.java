package dev.loomweight.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.ThreadsClaim;
import dev.loomweight.junit.spi.Verdict;
import io.quarkus.test.junit.virtual.ShouldNotPin;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** Which annotation decides for a test, and what it says. */
class ClaimReaderTest {

    @NoPins(atMost = 3, longest = "20ms", own = "com.acme", includeClassLoading = true)
    static class Annotated {
        void plain() {}

        @ExpectPins
        void expects() {}

        @AllowPins("a driver")
        @NoPins
        void allowed() {}

        @io.quarkus.test.junit5.virtual.ShouldPin(atMost = 2)
        void quarkus() {}

        @SuppressWarnings("ClassCanBeStatic") // as those of @Nested tests
        class Inner {
            void inner() {}
        }

        static class Apart {
            void apart() {}
        }
    }

    static class Derived extends Annotated {
        void derived() {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @NoPins(atMost = 7)
    @interface OurGate {}

    static class Bare {
        void plain() {}

        @AllowPins("not yet fixed")
        void allowed() {}

        @AllowPins(" ")
        void withoutReason() {}

        @ShouldNotPin(atMost = 1)
        void quarkus() {}

        @OurGate
        void composed() {}

        @NoPins(atMost = -1)
        void negative() {}

        @NoPins
        void nothingSaid() {}

        @NoPins(atMost = 0)
        void none() {}

        @NoPins(longest = "20ms")
        void noneLonger() {}

        @ShouldNotPin
        void quarkusSaysNothing() {}
    }

    private static List<Claim> claims(Class<?> type, String method) throws NoSuchMethodException {
        return ClaimReader.read(type.getDeclaredMethod(method), type);
    }

    private static Claim only(List<Claim> claims) {
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    @Test
    void theClassSpeaksForItsMethodsItsSubclassesAndItsInnerClasses() throws Exception {
        for (List<Claim> claims : List.of(
                claims(Annotated.class, "plain"),
                claims(Derived.class, "derived"),
                claims(Annotated.Inner.class, "inner"),
                ClaimReader.read(null, Annotated.class))) {
            Claim claim = only(claims);
            assertThat(claim.kind()).isEqualTo(Claim.Kind.NO_PINS);
            assertThat(claim.atMost()).isEqualTo(3);
            assertThat(claim.longest()).isEqualTo(Duration.ofMillis(20));
            assertThat(claim.own()).containsExactly("com.acme");
            assertThat(claim.includeClassLoading()).isTrue();
            assertThat(claim.allowed()).isEmpty();
            assertThat(claim.source()).isEqualTo("@NoPins");
        }
    }

    @Test
    void aStaticClassStandsAlone() throws Exception {
        assertThat(claims(Annotated.Apart.class, "apart")).isEmpty();
    }

    @Test
    void theMethodDecidesOverItsClass() throws Exception {
        Claim expects = only(claims(Annotated.class, "expects"));
        assertThat(expects.kind()).isEqualTo(Claim.Kind.EXPECT_PINS);
        assertThat(expects.atMost()).isEqualTo(Long.MAX_VALUE);

        Claim quarkus = only(claims(Annotated.class, "quarkus"));
        assertThat(quarkus.kind()).isEqualTo(Claim.Kind.EXPECT_PINS);
        assertThat(quarkus.atMost()).isEqualTo(2);
        assertThat(quarkus.source()).isEqualTo("@ShouldPin");
    }

    @Test
    void reasonsToAllowPinsGoWithTheClaim() throws Exception {
        assertThat(only(claims(Annotated.class, "allowed")).allowed()).containsExactly("a driver");

        Claim alone = only(claims(Bare.class, "allowed"));
        assertThat(alone.allowed()).containsExactly("not yet fixed");
        assertThat(alone.source()).isEqualTo("@AllowPins");
    }

    @Test
    void annotationsOfOthersAndComposedOnesAreUnderstood() throws Exception {
        Claim quarkus = only(claims(Bare.class, "quarkus"));
        assertThat(quarkus.kind()).isEqualTo(Claim.Kind.NO_PINS);
        assertThat(quarkus.atMost()).isEqualTo(1);
        assertThat(only(claims(Bare.class, "composed")).atMost()).isEqualTo(7);
        assertThat(claims(Bare.class, "plain")).isEmpty();
    }

    @Test
    void aPinOfMicrosecondsIsRefusedOnlyIfThatIsAskedFor() throws Exception {
        for (String method : List.of("nothingSaid", "quarkusSaysNothing")) {
            Claim claim = only(claims(Bare.class, method));
            assertThat(claim.atMost()).as(method).isEqualTo(Long.MAX_VALUE);
            assertThat(claim.longest()).as(method).isEqualTo(Duration.ofMillis(1));
        }
        assertThat(only(claims(Bare.class, "none")).atMost()).isZero();
        assertThat(only(claims(Bare.class, "none")).longest()).isNull();
        assertThat(only(claims(Bare.class, "noneLonger")).atMost()).isEqualTo(Long.MAX_VALUE);
        assertThat(only(claims(Bare.class, "noneLonger")).longest()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void whatCannotBeUnderstoodIsAFaultOfTheTest() {
        assertThatThrownBy(() -> claims(Bare.class, "withoutReason")).hasMessage("@AllowPins needs a reason");

        ClaimReader reader = new ClaimReader();
        assertThat(reader.note("id", MethodSource.from(Bare.class.getName(), "negative")))
                .isEmpty();
        Map<String, String> faults = Objects.requireNonNull(reader.faults().get(Verdict.Subject.PINS));
        assertThat(faults).containsOnlyKeys("id");
        assertThat(faults.get("id")).startsWith("@NoPins ").contains("negative");
    }

    @NoThreadsLeft(allowed = "kafka-")
    static class Leaving {

        @NoPins
        void asItsClass() {}

        @NoThreadsLeft(grace = "500ms")
        void replaced() {}

        @NoThreadsLeft(grace = "soon")
        void unreadable() {}

        @NoThreadsLeft(allowed = "")
        void allowsAll() {}
    }

    @Test
    void whatIsClaimedOfThreadsIsOfTheNearestAndIndependentOfPins() {
        ClaimReader reader = new ClaimReader();
        String type = Leaving.class.getName();
        ThreadsClaim ofClass = Objects.requireNonNull(reader.ofThreads("class", ClassSource.from(type)));
        assertThat(ofClass.allowed()).containsExactly("kafka-");
        assertThat(ofClass.grace()).isEqualTo(Duration.ofSeconds(2));
        ThreadsClaim asItsClass =
                Objects.requireNonNull(reader.ofThreads("same", MethodSource.from(type, "asItsClass")));
        assertThat(asItsClass.allowed()).containsExactly("kafka-");
        ThreadsClaim replaced =
                Objects.requireNonNull(reader.ofThreads("replaced", MethodSource.from(type, "replaced")));
        assertThat(replaced.allowed()).isEmpty();
        assertThat(replaced.grace()).isEqualTo(Duration.ofMillis(500));
        assertThat(reader.note("class", ClassSource.from(type))).as("of pins").isEmpty();
        assertThat(reader.ofThreads("none", ClassSource.from(Bare.class.getName())))
                .isNull();

        assertThat(reader.ofThreads("bad", MethodSource.from(type, "unreadable")))
                .isNull();
        assertThat(reader.ofThreads("all", MethodSource.from(type, "allowsAll")))
                .isNull();
        assertThat(reader.faults().get(Verdict.Subject.THREADS))
                .containsEntry(
                        "bad",
                        "@NoThreadsLeft(grace = \"soon\"): invalid duration 'soon'; expected for example 500ms, 2s or 1m")
                .containsKey("all");
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Titled {
        String name();
    }

    static class Spec {
        @NoPins(atMost = 5)
        @Titled(name = "pays by card")
        void feature0() {}

        @Titled(name = "pays cash")
        void feature1() {}

        @NoPins(atMost = 6)
        void overloaded(int amount) {}
    }

    @NoPins(atMost = 4)
    static class GatedSpec extends Spec {}

    /** Of engines whose tests are no methods, as Spock's; at most 0 where there is no claim. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Spec      | pays by card | 5
                    Spec      | pays cash    | 0
                    Spec      | no such      | 0
                    Spec      | overloaded   | 6
                    GatedSpec | pays by card | 5
                    GatedSpec | pays cash    | 4
                    GatedSpec | no such      | 4
                    Missing   | pays cash    | 0
                    """)
    void aTestThatIsNoMethodHasWhatItsTitleOrClassClaims(String type, String method, long most) {
        ClaimReader reader = new ClaimReader();
        String name = ClaimReaderTest.class.getName() + "$" + type;

        List<Claim> claims = reader.note("id", MethodSource.from(name, method));

        assertThat(claims.stream().mapToLong(Claim::atMost).sum()).isEqualTo(most);
        assertThat(reader.faults().values())
                .allSatisfy(faults -> assertThat(faults).isEmpty());
        assertThat(reader.unread().keySet()).isEqualTo(type.equals("Missing") ? Set.of(name) : Set.of());
    }

    /** The table that the agent's and the command line's durations are held to. */
    static List<String[]> durations() throws IOException {
        Path table = Path.of("../src/test/resources/dev/loomweight/amount/durations.csv");
        return Files.readAllLines(table).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", -1))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("durations")
    void durationsAreOfTheSameGrammarAsEverywhere(String text, String nanos) {
        if (nanos.isEmpty()) {
            assertThatThrownBy(() -> ClaimReader.duration("@NoPins(longest", text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("invalid duration '" + text + "'; expected for example 500ms, 2s or 1m");
        } else {
            assertThat(ClaimReader.duration("@NoPins(longest", text))
                    .isEqualTo(Duration.ofNanos(Long.parseLong(nanos)));
        }
    }
}
