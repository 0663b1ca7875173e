package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningJvmsTest {

    @ParameterizedTest
    @CsvSource({
        "com.acme.Shop --port 80, Shop, true",
        "com.acme.Shop --port 80, com.acme.Shop, true",
        "com.acme.Shop --port 80, acme.Shop, false",
        "com.acme.Shop --port 80, hop, false",
        "com.acme.Shop --port 80, 80, false",
        "shop.module/com.acme.Shop, Shop, true",
        "/srv/app/shop-1.2.jar --port 80, shop-1.2.jar, true",
        "/srv/app/shop-1.2.jar, shop-1.2, true",
        "/srv/app/shop-1.2.jar, /srv/app/shop-1.2.jar, true",
        "/srv/app/shop-1.2.jar, jar, false",
        "'', Shop, false",
    })
    void aJvmIsNamedByItsMainClassOrJar(String command, String word, boolean named) {
        assertThat(RunningJvms.isNamed(command, word)).isEqualTo(named);
    }

    @Test
    void aNumberIsAProcess() {
        assertThat(RunningJvms.find("4711")).isEqualTo(4711);
    }

    @Test
    void aNameThatNoneHasIsSaid() {
        assertThatThrownBy(() -> RunningJvms.find("no.such.Main"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("no JVM of this user runs no.such.Main");
    }
}
