package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.JvmNames;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names are scanned character by character; the patterns here say what is looked for. */
class GeneratedClassesTest {

    private static final Pattern GENERATED = Pattern.compile(".*\\$\\$(Lambda|StringConcat|TypeSwitch)(\\$\\d+)?"
            + "|java\\.lang\\.invoke\\.((LambdaForm\\$|BoundMethodHandle\\$Species_).*|\\w+\\$Holder)"
            + "|(.*\\.)?\\$Proxy\\d+"
            + "|jdk\\.internal\\.reflect\\.Generated\\w+Accessor\\d*"
            + "|jdk\\.internal\\.foreign\\.abi\\.(Upcall|Downcall)Stub.*");
    private static final Pattern HIDDEN_SUFFIX = Pattern.compile("[+./]0x\\p{XDigit}+(?:[./]\\d+)?$");

    private static final List<String> PARTS = List.of(
            "$$Lambda",
            "$$StringConcat",
            "$$TypeSwitch",
            "$",
            "7",
            "42",
            "java.lang.invoke.",
            "LambdaForm$",
            "BoundMethodHandle$Species_",
            "MH",
            "$Holder",
            "$Proxy",
            ".",
            "com.acme",
            "jdk.internal.reflect.",
            "Generated",
            "Constructor",
            "Accessor",
            "jdk.internal.foreign.abi.",
            "Upcall",
            "Downcall",
            "Stub",
            "_",
            "ü");

    private static final List<String> SUFFIXES =
            List.of("+", ".", "/", "0x", "0", "x", "7f", "a", "F", "12", "A", "com.acme.Cart", "٣", "g");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Cart$$Lambda",
                "com.acme.Cart$$Lambda$12",
                "java.lang.invoke.LambdaForm$MH",
                "java.lang.invoke.DirectMethodHandle$Holder",
                "jdk.proxy2.$Proxy11",
                "$Proxy0",
                "jdk.internal.reflect.GeneratedMethodAccessor3",
                "jdk.internal.foreign.abi.UpcallStub"
            })
    void theJdksGeneratorsAreKnown(String name) {
        assertThat(GeneratedClasses.holdNothing(name)).isTrue();
    }

    @Test
    void generatedNamesAreThoseOfThePattern() {
        Random random = new Random(1);
        int generated = 0;
        for (int i = 0; i < 100_000; i++) {
            String name = made(PARTS, random);
            boolean expected = GENERATED.matcher(name).matches();
            assertThat(GeneratedClasses.holdNothing(name)).as(name).isEqualTo(expected);
            generated += expected ? 1 : 0;
        }
        assertThat(generated).isGreaterThan(1000);
    }

    @Test
    void suffixesOfHiddenClassesAreThoseOfThePattern() {
        Random random = new Random(2);
        int hidden = 0;
        for (int i = 0; i < 100_000; i++) {
            String name = made(SUFFIXES, random);
            String expected = HIDDEN_SUFFIX.matcher(name).replaceFirst("");
            assertThat(JvmNames.stableName(name)).as(name).isEqualTo(expected);
            hidden += expected.equals(name) ? 0 : 1;
        }
        assertThat(hidden).isGreaterThan(500);
    }

    private static String made(List<String> parts, Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            name.append(parts.get(random.nextInt(parts.size())));
        }
        return name.toString();
    }
}
